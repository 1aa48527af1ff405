//! The user's files.
//!
//! The only room that may look at them. It knows where a project begins, which paths exist in it, and what the agents'
//! rulebook says; it knows nothing of plans.

mod apply;
pub mod clipboard;
mod digest;
mod files;
mod git;
mod path;
pub mod plan_folder;
mod replace;
mod root;
mod tree;

pub use apply::{Applied, ApplyError, Change, Recovered, Stale, apply, recover, revert};
pub use digest::Digest;
pub use files::{Found, Text, look_at, look_up, read_text};
pub use path::{Access, OffLimits, PathError, PathFault, RelPath};
pub use replace::replace;
pub use root::{Surroundings, Workspace, find};
pub use tree::{Content, Entry, FileError, Kind, Root};
