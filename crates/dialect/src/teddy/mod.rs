//! TeDDy's words: a proposal as a Markdown file that people read first and machines second.
//!
//! Text comes in, a proposal and everything that is wrong with it go out. What the workspace holds is asked through a
//! view of it.

mod actions;
pub mod answer;
mod blocks;
pub mod check;
pub mod fence;
mod fields;
pub mod find;
mod groups;
mod head;
mod heading;
mod lines;
mod link;
mod memo_file;
mod memos;
mod notes;
mod prose;
mod rationale;
mod read;
pub mod rules;
mod start;
mod target;
mod trial;
mod write;

pub use memo_file::read_memos;
pub use read::{Broken, Reading, read};
pub use write::{write, write_action};

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
#[cfg(test)]
mod repaired_tests;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod testing;
