//! Support for tests: the conformance runner, the built binaries, temporary projects, a pseudo terminal, an ordinary
//! user, fault injection, the list of skipped tests, a stub of language model servers, an in-memory store, and the
//! simulation that compares the real store with the in-memory one.

pub mod bins;
mod busy;
pub mod memory;
pub mod models;
pub mod ordinary_user;
pub mod project;
pub mod sim;
mod skip;
pub mod spec;
pub mod strace;
pub mod terminal;
mod tier;

pub use busy::{busy, least_busy};
pub use skip::skip;
pub use tier::{Tier, tier};
