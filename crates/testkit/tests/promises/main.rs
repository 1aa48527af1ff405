//! The promises of SECURITY.md, one file each, in one binary.

mod r05_simulation;
