//! The nouns and laws of planwright.
//!
//! This room knows what a plan is and what may happen to it. It performs no I/O, reads no clock, draws no random
//! number, and none of its types can be serialized: every file, row and wire shape belongs to another room.

#[macro_use]
mod words;

mod agent;
mod code_file;
mod command;
mod command_words;
pub mod conclude;
mod consultation;
mod cost;
pub mod criterion;
mod decide;
mod diagnostic;
mod event;
mod evolve;
mod fingerprint;
mod graph;
mod host;
mod id;
mod key;
pub mod limits;
mod memo;
mod needs;
mod now;
mod operation;
mod outlook;
mod path;
mod phase;
mod plan;
pub mod proposal;
mod refusal;
pub mod report;
pub mod schedule;
mod session;
mod settings;
mod signal;
mod state;
mod task;
mod tasks;
mod thread;
mod time;
mod turn;

pub use agent::AgentName;
pub use code_file::is_run_by_other_programs;
pub use command::{
    AdoptedTask, Adoption, Change, Command, Drive, Driven, Edit, Filing, Link, Move, NewTask, Opening, Replaced,
    ReplannedTask, Replanning, RestatedTask, Restatement, Scope, SignalDraft, TaskChange, Undoing, Withdrawn,
};
pub use consultation::{Consultation, Purpose};
pub use cost::Cost;
pub use decide::{Ask, decide};
pub use diagnostic::{Diagnostic, Place, Rule, Severity};
pub use event::{Event, Subject};
pub use evolve::evolve;
pub use fingerprint::Fingerprint;
pub use graph::{GraphFault, TaskGraph};
pub use host::HostPattern;
pub use id::{Fence, InvalidId, PlanId, SessionId, SignalId, TaskNumber, ThreadId, Uid};
pub use key::TaskKey;
pub use memo::{MemoChange, MemoFault, Memos};
pub use needs::Needs;
pub use now::{Now, now};
pub use operation::{OpVersion, Operation, OperationVerb};
pub use outlook::{Held, Outlook, Stuck};
pub use path::{Access, Author, OffLimits, PathFault, RelPath};
pub use phase::{IllegalTransition, Phase, PlanEventKind, TRANSITIONS, Transition, transition, transitions};
pub use plan::{Grounds, Plan, PlanMetadata};
pub use proposal::{Action, Block, Proposal, Resource, Spanned, Verb};
pub use refusal::{Later, Refusal, Refusals};
pub use report::{Report, Verdict};
pub use session::{Session, Summary};
pub use settings::{GitAccess, PlannerConfig, Provider, ResearchConfig, TokenPrice};
pub use signal::{Level, Signal, SignalState};
pub use state::{Counts, State, ThreadState};
pub use task::{
    Brief, Claim, Dropped, DroppedAs, Evidence, Failure, Kind, Outcome, Standing, Task, TaskPath, TaskRef, TaskState,
};
pub use tasks::{Part, Tasks};
pub use thread::{Role, Thread};
pub use time::Timestamp;
pub use turn::{TaskLink, Turn, TurnId};
