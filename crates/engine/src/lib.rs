//! The verbs.
//!
//! The only room that composes the others. Each verb reads what it needs, asks the model to decide, and stores the
//! outcome, in one transaction. It knows neither flags nor terminals.

mod answers;
mod arbiter;
mod board;
mod change;
mod clock;
pub mod config;
mod decompose;
mod discretion;
mod doctor;
mod error;
mod folders;
mod ids;
mod judge;
mod list;
mod log;
mod next;
mod operate;
pub mod planner;
mod project;
pub mod prompts;
pub mod proposals;
pub mod rawko;
mod restore;
mod roster;
pub mod run;
mod sessions;
mod show;
mod signal;
mod start;
mod status;
mod suggest;
pub mod turns;
mod undo;
mod update;
mod usage;

pub use board::{Glance, Sight};
pub use change::Changed;
pub use clock::{Clock, Hands};
pub use decompose::{Decomposed, Decomposing, NotDecomposed, read_given};
pub use discretion::Discretion;
pub use doctor::{CacheReport, Checkup, ClearedCaches, cache_report, clear_caches};
pub use error::EngineError;
pub use folders::{
    Checked, Commitment, Committed, CommittedThread, Exported, FiledThread, OnDisk, PlanStatus, Sources, ThreadFolder,
    ThreadStatus,
};
pub use list::{ListFilter, Listed};
pub use log::History;
pub use next::Next;
pub use project::{Engine, Setting};
pub use sessions::{SessionList, Target};
pub use show::Shown;
pub use signal::Signaled;
pub use status::{PlanWarning, Status, StatusRequest, Window};
pub use store::{BackupGap, Fault, GapKind, Restored, SessionLine, StoreError};
pub use suggest::{Suggested, Suggesting};
pub use undo::Undone;
pub use update::Updated;
pub use usage::{UsageLine, usage};
pub use workspace::clipboard::{ClipboardError, Desktop};
pub use workspace::sandbox::{CacheUsage, launch};
pub use workspace::standstill;
pub use workspace::{ApplyError, HoldError};
