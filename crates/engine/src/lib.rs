//! The verbs.
//!
//! The only room that composes the others. Each verb reads what it needs, asks the model to decide, and stores the
//! outcome, in one transaction. It knows neither flags nor terminals.

mod answers;
mod arbiter;
mod clock;
pub mod config;
mod discretion;
mod doctor;
mod error;
mod folders;
mod ids;
mod judge;
mod plan;
pub mod planner;
mod project;
pub mod prompts;
pub mod proposals;
pub mod rawko;
mod restore;
mod roster;
pub mod run;
pub mod turns;
mod usage;

pub use clock::{Clock, Hands};
pub use discretion::Discretion;
pub use doctor::{CacheReport, Checkup, ClearedCaches, cache_report, clear_caches};
pub use error::{AskError, EngineError, PlanError, PlanFileError, ProjectError};
pub use folders::{
    Checked, Commitment, Committed, CommittedThread, Exported, FiledThread, OnDisk, PlanStatus, Sources, ThreadFolder,
    ThreadStatus,
};
pub use plan::board::{Glance, Sight};
pub use plan::change::Changed;
pub use plan::decompose::{Decomposed, Decomposing, NotDecomposed, read_given};
pub use plan::list::{ListFilter, Listed};
pub use plan::log::History;
pub use plan::next::Next;
pub use plan::sessions::{SessionList, Target};
pub use plan::show::Shown;
pub use plan::signal::Signaled;
pub use plan::status::{PlanWarning, Status, StatusRequest, Window};
pub use plan::suggest::{Suggested, Suggesting};
pub use plan::undo::Undone;
pub use plan::update::Updated;
pub use project::{Engine, Setting};
pub use store::{BackupGap, Fault, GapKind, Restored, SessionLine, StoreError};
pub use usage::{UsageLine, usage};
pub use workspace::clipboard::{ClipboardError, Desktop};
pub use workspace::sandbox::{CacheUsage, launch};
pub use workspace::standstill;
pub use workspace::{ApplyError, HoldError};
