//! The user's files.
//!
//! The only room that may look at them. It knows where a project begins, which paths exist in it, and what the agents'
//! rulebook says; it knows nothing of plans.

pub mod clipboard;
mod files;
mod git;
pub mod plan_folder;
pub mod redact;
mod replace;
mod root;
pub mod run;
pub mod sandbox;

pub use files::{Found, look_up, read_text};
pub use replace::replace;
pub use root::{Surroundings, Workspace, find};
