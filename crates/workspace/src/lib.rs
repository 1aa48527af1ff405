//! The user's files and processes.
//!
//! The only room that may touch them. It knows where a project begins, which paths exist in it, what the agents' rulebook
//! says, and how a command is run, locked in and recorded; it knows nothing of plans, and not whether a command may run.

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
