//! The doors.
//!
//! Five names, one engine. Each command reads its arguments, calls one verb of the engine, and writes the answer in
//! the words of its dialect. Nothing is decided here.

pub mod agentctl;
mod answer;
mod assignment;
mod bug;
mod door;
#[cfg(test)]
mod effect_tests;
mod flags;
#[cfg(test)]
mod help_tests;
mod interrupt;
mod name;
pub mod planloop;
pub mod planwright;
pub mod rawko;
mod recovery;
mod run;
mod stdin;
mod suspend;
pub mod teddy;
mod terminal;
mod trouble;
mod usage;

pub use answer::Answer;
pub use bug::guarded;
pub use door::Door;
pub use name::answer_to_name;
