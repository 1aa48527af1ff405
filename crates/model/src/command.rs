//! What a caller may ask for.

use std::collections::BTreeMap;

use crate::agent::AgentName;
use crate::consultation::Consultation;
use crate::event::Event;
use crate::fingerprint::Fingerprint;
use crate::id::{Fence, SessionId, SignalId, TaskNumber, ThreadId, Uid};
use crate::key::TaskKey;
use crate::operation::OpVersion;
use crate::plan::{Grounds, PlanMetadata};
use crate::refusal::Later;
use crate::signal::Level;
use crate::task::{Brief, DroppedAs, Evidence, Kind, TaskPath, TaskRef, TaskState};
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Open(Opening),
    Change(Change),
    Claim {
        thread: ThreadId,
        task: TaskRef,
    },
    /// Extends the asker's claims that are past half their lease.
    Renew {
        thread: ThreadId,
    },
    Raise {
        thread: ThreadId,
        signal: SignalDraft,
    },
    Clear {
        thread: ThreadId,
        id: SignalId,
    },
    OpenThread {
        uid: Uid,
        topic: Option<String>,
        folder: Option<String>,
    },
    CloseThread {
        thread: ThreadId,
    },
    /// Takes a thread's folder back. Its plan goes with the next commit, a thread without one at once.
    ReleaseThread {
        thread: ThreadId,
    },
    SetTopic {
        thread: ThreadId,
        topic: String,
    },
    SetFolder {
        thread: ThreadId,
        folder: String,
    },
    Adopt(Box<Adoption>),
    Replan(Box<Replanning>),
    Restate(Box<Restatement>),
    /// One more task, right after another one instead of at the end.
    Insert {
        thread: ThreadId,
        after: TaskNumber,
        task: NewTask,
    },
    /// What stands in the plan folders of a session, all of them at once.
    Commit(Vec<Filing>),
    Undo(Undoing),
    /// A language model was asked.
    Consult(Consultation),
    Drive(Drive),
}

/// What a driver tells of its agents: some are over, others begin, all of it at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drive {
    pub thread: ThreadId,
    /// The version that the moves were decided on, if they are good for no other.
    pub last_seen: Option<OpVersion>,
    pub moves: Vec<Driven>,
}

/// One agent's move. It counts as the agent's own, whoever the driver is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driven {
    pub agent: AgentName,
    pub task: TaskNumber,
    pub to: Move,
    /// Of the claim that the agent works under. Only its driver shows it, and has the last word on what the agent says.
    pub fence: Option<Fence>,
}

/// A new session with its primary thread, a first plan, and the tasks it begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    pub id: SessionId,
    pub session: Uid,
    pub thread: Uid,
    pub plan: Uid,
    pub goal: Option<String>,
    /// Who made the plan; whoever asks, if nobody is named.
    pub author: Option<AgentName>,
    pub metadata: PlanMetadata,
    pub grounds: Grounds,
    pub tasks: Vec<NewTask>,
}

/// Adds, changes and closes, applied in this order, whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub thread: ThreadId,
    /// The version the caller believes to be the newest; a mismatch is a conflict.
    pub last_seen: Option<OpVersion>,
    pub add: Vec<NewTask>,
    pub update: Vec<TaskChange>,
    pub summary: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTask {
    pub uid: Uid,
    /// Made from the title where none is given.
    pub key: Option<TaskKey>,
    pub brief: Brief,
    /// May name tasks that are added by the same change.
    pub after: Vec<TaskRef>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskChange {
    pub task: TaskRef,
    pub edit: Edit,
    pub after: Option<Vec<TaskRef>>,
    pub to: Option<Move>,
    /// The fence of the caller's claim, if it kept one.
    pub fence: Option<Fence>,
}

impl Change {
    pub fn empty(thread: ThreadId) -> Self {
        Self {
            thread,
            last_seen: None,
            add: Vec::new(),
            update: Vec::new(),
            summary: None,
        }
    }
}

impl TaskChange {
    pub fn moved(task: TaskRef, to: Move) -> Self {
        Self {
            task,
            edit: Edit::default(),
            after: None,
            to: Some(to),
            fence: None,
        }
    }
}

/// New values for the fields that are given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edit {
    pub title: Option<String>,
    pub body: Option<String>,
    pub kind: Option<Kind>,
    pub hints: Option<Vec<String>>,
    pub paths: Option<Vec<TaskPath>>,
    pub acceptance: Option<Vec<String>>,
    /// Who should do it.
    pub agent: Option<AgentName>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    Start,
    Finish {
        note: Option<String>,
        files: Vec<String>,
        evidence: Vec<Evidence>,
        /// The path of the report, if a turn finishes the task.
        report: Option<String>,
    },
    Fail {
        error: String,
        files: Vec<String>,
        evidence: Vec<Evidence>,
    },
    Drop {
        how: DroppedAs,
        reason: Option<String>,
    },
    /// Back to the start: hands back a claim, or takes up a settled task again.
    Reopen,
}

impl Move {
    pub fn finish(note: Option<String>, files: Vec<String>) -> Self {
        Self::Finish {
            note,
            files,
            evidence: Vec::new(),
            report: None,
        }
    }

    pub fn fail(error: impl Into<String>) -> Self {
        Self::Fail {
            error: error.into(),
            files: Vec::new(),
            evidence: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalDraft {
    pub id: SignalId,
    pub task: Option<TaskNumber>,
    pub level: Level,
    pub message: String,
    pub link: Option<String>,
}

/// What a thread's plan folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filing {
    Plan(Box<Adoption>),
    /// The folder is empty: the thread shall have no plan.
    Nothing {
        thread: ThreadId,
    },
}

/// Which tasks a new version speaks for: those that it does not name are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    Everything,
    /// Only what stands in the plan folder; what came through other doors stays, and so does what became of a file
    /// since it was taken in, until the file itself changes. Carries the fingerprint of `plan.md`.
    Filed(Fingerprint),
}

/// The next version of a thread's plan. Tasks whose key survives keep their number, their id and their state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adoption {
    pub thread: ThreadId,
    pub plan: Uid,
    pub title: String,
    pub body: String,
    pub author: AgentName,
    pub metadata: PlanMetadata,
    pub scope: Scope,
    /// The thread's last plan, if it has none now.
    pub withdrawn: Option<Withdrawn>,
    pub tasks: Vec<AdoptedTask>,
}

/// A plan that was taken back. The one that follows it goes on counting, since versions only grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdrawn {
    pub plan: Uid,
    pub version: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdoptedTask {
    /// Used if the key is new.
    pub uid: Uid,
    pub key: TaskKey,
    pub order: u32,
    pub brief: Brief,
    pub after: Vec<TaskKey>,
}

/// The next version of a plan after a failure. What is finished stays as it is; what failed goes, and so does the open
/// work that waits for it; the rest of the open work stays, and the new tasks follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replanning {
    pub thread: ThreadId,
    pub plan: Uid,
    pub author: AgentName,
    /// The version that the new tasks were made for.
    pub seen: u32,
    /// What goes, as whoever made the new tasks saw it. Nothing else may go.
    pub replaced: BTreeMap<TaskNumber, Replaced>,
    /// How many replans the user allows.
    pub limit: u32,
    /// Also where nothing has failed.
    pub force: bool,
    pub grounds: Grounds,
    pub tasks: Vec<ReplannedTask>,
}

/// What counts of a task that leaves the plan, for whoever makes something else of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    pub brief: Brief,
    /// Of one that failed.
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplannedTask {
    pub uid: Uid,
    pub brief: Brief,
    pub after: Vec<Link>,
}

/// What a replanned task waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// The new task at this position.
    New(usize),
    /// A task that stays.
    Kept(TaskNumber),
}

/// A thread's plan as somebody wrote it down by hand: the same version, said anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restatement {
    pub thread: ThreadId,
    /// The version of the session that was written down from.
    pub seen: OpVersion,
    /// Of the plan. It can only be set where the plan knows no version before it.
    pub version: u32,
    pub title: String,
    pub author: AgentName,
    pub made: Option<Timestamp>,
    pub metadata: PlanMetadata,
    /// In their order. Tasks that are not named are removed.
    pub tasks: Vec<RestatedTask>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestatedTask {
    /// `None` for a new one.
    pub known: Option<TaskNumber>,
    /// Used if the task is new.
    pub uid: Uid,
    pub brief: Brief,
    /// Positions in the list.
    pub after: Vec<usize>,
    /// `None` where it stands as it stood. The fence of a claim is not taken over: it gets a new one.
    pub state: Option<TaskState>,
}

/// An operation to take back, with what has happened since to anything it touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undoing {
    pub version: OpVersion,
    pub events: Vec<Event>,
    pub later: Vec<Later>,
}
