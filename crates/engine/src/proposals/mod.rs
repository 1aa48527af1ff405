//! Proposals as files: mended, checked against the workspace, and written in their canonical form.

mod repair;

pub use repair::{Mended, mend, mend_file};
