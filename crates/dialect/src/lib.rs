//! Text to model and back.
//!
//! Each dialect reads what its users write and writes the files they read. Everything here is pure: strings in,
//! strings and diagnostics out. Answers to commands are the crate `render`'s.

pub mod agentctl;
pub mod answers;
pub mod config;
pub mod data;
pub mod planloop;
pub mod prompts;
pub mod rawko;
pub mod records;
pub mod rules;
mod schema;
mod source;
mod spelling;
pub mod teddy;
pub mod text;
mod yaml;
