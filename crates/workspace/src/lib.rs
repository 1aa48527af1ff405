//! The user's files.
//!
//! The only room that may look at them. It knows where a project begins, which paths exist in it, and what the agents'
//! rulebook says; it knows nothing of plans.

mod files;
mod git;
pub mod plan_folder;
mod root;

pub use files::{Found, look_up, read_text};
pub use root::{Surroundings, Workspace, find};
