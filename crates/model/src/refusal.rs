//! Why a command was not carried out. Each variant carries what the caller needs to act on it.

use crate::agent::AgentName;
use crate::id::{Fence, SessionId, SignalId, TaskNumber, ThreadId};
use crate::key::TaskKey;
use crate::operation::{OpVersion, OperationVerb};
use crate::phase::IllegalTransition;
use crate::task::{Standing, TaskRef};
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("session {0} exists already")]
    SessionExists(SessionId),
    #[error("there is no thread {0}")]
    UnknownThread(ThreadId),
    #[error("the primary thread cannot be removed")]
    PrimaryThread,
    #[error("there is no task {0}")]
    UnknownTask(TaskRef),
    #[error("task {task} depends on task {dependency}, which does not exist")]
    UnknownDependency { task: TaskNumber, dependency: TaskRef },
    #[error("tasks wait for each other in a circle: {}", path(.0))]
    Cycle(Vec<TaskNumber>),
    #[error("key {0} is used twice")]
    DuplicateKey(TaskKey),
    #[error("task {task} is not ready: it waits for {}", list(.waiting_for))]
    NotReady {
        task: TaskNumber,
        waiting_for: Vec<TaskNumber>,
    },
    #[error("task {task} is {} already; set it back to TODO first", standing_word(*.standing))]
    Settled { task: TaskNumber, standing: Standing },
    #[error("task {task} is held by {by}")]
    Taken {
        task: TaskNumber,
        by: AgentName,
        until: Timestamp,
    },
    #[error("fence {given} of task {task} is out of date: the claim was lost")]
    StaleFence {
        task: TaskNumber,
        given: Fence,
        current: Option<Fence>,
    },
    #[error("the session is at version {current}, not {seen}")]
    VersionConflict { seen: OpVersion, current: OpVersion },
    #[error("the plan is not complete: {open} of {total} tasks are open")]
    PlanNotComplete { open: u64, total: u64 },
    #[error("the thread has no plan")]
    NoPlan,
    #[error("no task has failed, so there is nothing to plan anew")]
    NothingFailed,
    #[error("the plan was made anew {replans} times already, and {limit} are allowed")]
    ReplansSpent { replans: u32, limit: u32 },
    #[error("the plan is at version {current}, and the new tasks were made for version {seen}")]
    PlanReplaced { seen: u32, current: u32 },
    /// What would go is not what whoever made the new tasks was shown.
    #[error("the new tasks were made for a plan that has changed since: look at {}", list(.0))]
    ReplacedOtherwise(Vec<TaskNumber>),
    #[error("a replan brings at least one new task")]
    EmptyReplan,
    #[error("task {task} comes before task {started}, which has been started already")]
    TooEarly { task: TaskNumber, started: TaskNumber },
    /// The life cycle of the plan has no such step.
    #[error(transparent)]
    Illegal(IllegalTransition),
    #[error("there is no signal {0}")]
    UnknownSignal(SignalId),
    #[error("signal {0} is derived from the plan and cannot be raised or cleared by hand")]
    DerivedSignal(SignalId),
    #[error("{what} is too large: {size}, and the limit is {limit}")]
    Limit {
        what: &'static str,
        size: usize,
        limit: usize,
    },
    /// A criterion that is a command, and names none.
    #[error("“{title}” has an acceptance criterion `run:` without a command")]
    HollowCheck { title: String },
    #[error("operation {0} opened the session and cannot be taken back")]
    FirstOperation(OpVersion),
    #[error("operation {0} only claimed, renewed or asked a planner, and that is not taken back")]
    OnlyClaims(OpVersion),
    #[error("operation {version} cannot be taken back: something it touched has changed since")]
    ChangedSince { version: OpVersion, later: Vec<Later> },
}

/// A later operation on the same subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Later {
    pub version: OpVersion,
    pub author: AgentName,
    pub verb: OperationVerb,
    pub subject: String,
}

/// Every reason at once; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    pub fn first(&self) -> &Refusal {
        &self.0[0]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Refusal> {
        self.0.iter()
    }

    pub(crate) fn check(refusals: Vec<Refusal>) -> Result<(), Self> {
        if refusals.is_empty() {
            Ok(())
        } else {
            Err(Self(refusals))
        }
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Self {
        Self(vec![refusal])
    }
}

impl std::fmt::Display for Refusals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let texts: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for Refusals {}

fn list(numbers: &[TaskNumber]) -> String {
    const SHOWN: usize = 10;
    let mut words: Vec<_> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    if numbers.len() > SHOWN {
        words.push(format!("and {} more", numbers.len() - SHOWN));
    }
    words.join(", ")
}

/// `1 → 2 → 1`, shortened in the middle where the circle is long.
fn path(circle: &[TaskNumber]) -> String {
    const SHOWN: usize = 12;
    let mut words: Vec<_> = circle.iter().take(SHOWN).map(ToString::to_string).collect();
    if circle.len() > SHOWN {
        words.push(format!("… {} more …", circle.len() - SHOWN));
    }
    words.extend(circle.first().map(ToString::to_string));
    words.join(" → ")
}

fn standing_word(standing: Standing) -> &'static str {
    match standing {
        Standing::Todo => "TODO",
        Standing::Doing => "IN_PROGRESS",
        Standing::Done => "DONE",
        Standing::Failed => "failed",
        Standing::Dropped => "CANCELLED",
    }
}
