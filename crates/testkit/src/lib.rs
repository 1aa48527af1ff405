//! What only tests need: the conformance runner, the built binaries and projects to run them in, a terminal to run
//! them on, another user to run them as, faults to inject, a list of what was skipped, a server that speaks like a language model, a store that is
//! easy to believe, and the simulation that compares the real one with it.

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
