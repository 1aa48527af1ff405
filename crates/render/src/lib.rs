//! Renders the engine's values: text for people and JSON for programs, for every front end.
//!
//! Every answer is complete and ends in one line break. Text carries ANSI styles, which the command line strips where
//! they are not wanted. No character that hides or rearranges other text passes. This crate decides nothing and does
//! no I/O.

mod address;
pub mod agentctl;
pub mod diagnostics;
pub mod errors;
pub mod planloop;
pub mod planwright;
pub mod rawko;
pub mod review;
pub mod run;
pub mod show;
pub mod teddy;

pub use address::Address;
