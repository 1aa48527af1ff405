//! The user's files and processes: finds projects, reads and changes files, runs commands in a sandbox, and fetches pages.
//!
//! Only this crate may access files of projects and start processes. It does not know plans, and does not decide whether a
//! command may run.

mod apply;
pub mod clipboard;
mod digest;
pub mod draft;
pub mod fetch;
mod files;
mod folder_copy;
mod git;
mod git_guard;
mod hold;
mod hostile_tree;
mod ignored;
mod leftover;
mod outline;
mod places;
pub mod plan_folder;
pub mod preview;
pub mod program;
mod records;
pub mod redact;
mod remarks;
mod replace;
pub mod research;
mod root;
pub mod run;
pub mod sandbox;
mod scratch;
pub mod standstill;
mod survey;
mod tree;

pub use apply::{
    Applied, ApplyError, Change, Check, Group, Recovered, Stale, Touched, apply, is_done, paths_in, recover, revert,
    revert_groups, still,
};
pub use digest::Digest;
pub use files::{Found, NotText, has_folder, into_text, look_up, read_text};
pub use folder_copy::FolderCopy;
pub use git_guard::{find_git_file, real_path};
pub use hold::{Hold, HoldError};
pub use ignored::Ignored;
pub use leftover::Leftover;
pub use model::{Access, Author, OffLimits, PathFault, RelPath};
pub use outline::{Outline, outline};
pub use places::Places;
pub use records::{Record, RecordName, RecordState, Records, RecoveryGate};
pub use remarks::{Remark, remarks};
pub use replace::{OutputFile, put_with_folder, replace};
pub use root::{Surroundings, Workspace, find};
pub use survey::{Differences, Survey, changes_since, survey_before};
pub use tree::{Content, Entry, FileError, Kind, OwnPath, Root};
