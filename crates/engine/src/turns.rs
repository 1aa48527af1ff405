//! Turns: a plan is checked, approved, carried out and reported, and prepares the next one.
//!
//! A session is a folder of turns, a turn is a folder of files, and both belong to the user. What an execution needs to
//! survive a crash, and to be taken back, is recorded beside the store.

mod actions;
mod attempt;
mod audience;
mod bench;
mod checked;
mod checkup;
mod choosing;
mod chosen;
mod command;
mod error;
mod execute;
mod folder;
mod gather;
mod group;
mod guarded;
mod hosts;
mod interruption;
mod linked;
mod new;
mod own_files;
mod own_store;
mod place;
mod plan;
mod preview;
mod prompts;
mod record;
mod research;
mod resume;
mod subject;
mod task;
mod transition;
mod undo;

pub use audience::{Audience, Decision, News, Review};
pub use bench::Workbench;
pub use checked::{Approved, Checked};
pub use checkup::{OwnFileProblem, own_file_problems};
pub use choosing::{Choosing, Editing, Item, ItemId, Modification, Objection, Part, Proposed, Sheet};
pub use chosen::Chosen;
pub(crate) use command::{Cage, git_findings, let_through};
pub use command::{CommandRights, SandboxWish};
pub use error::{
    CommandChanges, InsufficientSandbox, NameProblem, RecordDamage, StaleReason, TurnError, UnreadableReason,
};
pub use execute::{Conclusion, Ended, Execution, Request, Resolve};
pub use gather::{Gathered, Weight};
pub use hosts::{AskHost, HostQuestion, UrlSource};
pub use interruption::{Interruption, interruption, recover};
pub use linked::{LinkedTurn, TurnState};
pub use new::{NewSession, Opened, TaskWork};
pub(crate) use own_files::OwnFiles;
pub use place::TurnPlace;
pub use plan::{PlanRequest, Planned, PlannedBy, Replan, Written};
pub use preview::{Preview, Program, ProgramProblem, Trust};
pub use prompts::{AgentPrompt, ReplacedPrompt};
pub use resume::Resumption;
pub(crate) use task::is_ours;
pub use undo::{KeptTask, Receipt, TurnUndone, UndoRemark};

/// Below `.teddy`.
const MEMOS: &str = "memos.yaml";
