//! Text to model and back.
//!
//! Each dialect reads what its users write, judges it, and words its answers. Everything here is pure: strings in,
//! strings and diagnostics out. No wire shape leaves its dialect, and no model type is serialized.

mod address;
pub mod agentctl;
pub mod answers;
pub mod config;
pub mod native;
pub mod planloop;
pub mod prompts;
pub mod rawko;
pub mod rule;
pub mod rules;
mod schema;
pub mod snippet;
mod source;
mod spelling;
pub mod teddy;
mod yaml;

pub use address::Address;
