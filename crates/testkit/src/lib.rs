//! What only tests need: the conformance runner, the built binaries, a list of what was skipped, a store that is easy
//! to believe, and the simulation that compares the real one with it.

pub mod bins;
pub mod memory;
pub mod sim;
mod skip;
pub mod spec;

pub use skip::skip;
