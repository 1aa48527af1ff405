//! A task: what its author wrote, what it waits for, and where it stands.

use crate::agent::AgentName;
use crate::fingerprint::Fingerprint;
use crate::id::{Fence, TaskNumber, Uid};
use crate::key::TaskKey;
use crate::limits;
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub uid: Uid,
    pub number: TaskNumber,
    pub key: TaskKey,
    /// Where the author put it among its siblings; the number where no order was given.
    pub order: u32,
    pub brief: Brief,
    /// The tasks that must be done first, ascending and unique.
    pub after: Vec<TaskNumber>,
    pub state: TaskState,
}

/// What the author wrote. Empty lists and `None` mean that nothing was said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Brief {
    pub title: String,
    pub body: String,
    pub kind: Option<Kind>,
    /// The agent that the author would like to see on it.
    pub agent: Option<AgentName>,
    pub checklist: Vec<String>,
    pub hints: Vec<String>,
    pub paths: Vec<TaskPath>,
    pub acceptance: Vec<String>,
    /// Of its file, if it stands in the thread's plan folder. It goes when it is gone from there.
    pub filed: Option<Fingerprint>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        Feature = "feature",
        Bugfix = "bugfix",
        Chore = "chore",
        Test = "test",
        Docs = "docs",
        Refactor = "refactor",
    }
}

/// A file or folder that the task is about, relative to the project root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskPath {
    pub path: String,
    /// The task will make it, so it need not exist yet.
    pub creates: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskState {
    Todo,
    Doing(Claim),
    Done(Outcome),
    Failed(Failure),
    Dropped(Dropped),
}

/// A task state without its particulars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    Todo,
    Doing,
    Done,
    Failed,
    Dropped,
}

/// One agent's hold on a task. It ends by itself, at [`Claim::ends`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub agent: AgentName,
    pub since: Timestamp,
    /// By the clock of the claim's owner. Use [`Claim::ends`] instead, which corrects wrong clocks.
    pub until: Timestamp,
    pub fence: Fence,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub by: AgentName,
    pub at: Timestamp,
    /// When the work began; older stores did not keep it.
    pub started: Option<Timestamp>,
    pub note: Option<String>,
    /// Files that the work changed.
    pub files: Vec<String>,
    /// What the commands among the acceptance criteria said.
    pub evidence: Vec<Evidence>,
    /// The path of the report, if a turn finished the task. Older stores name it only in `note`.
    pub report: Option<String>,
    /// The claim under which its holder called it done. A driver has the last word on that, and leaves none.
    pub claim: Option<Fence>,
}

/// A command was run to see whether the work is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    pub command: String,
    /// `None` if it was killed, or if it failed although it exited with 0: then `clip` ends with the reason.
    pub exit_code: Option<i32>,
    /// Of all that it wrote.
    pub digest: Fingerprint,
    /// As much of what it wrote as was kept.
    pub clip: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub by: AgentName,
    pub at: Timestamp,
    /// When the work began; older stores did not keep it.
    pub started: Option<Timestamp>,
    pub error: String,
    /// Files that the work changed all the same.
    pub files: Vec<String>,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    pub by: AgentName,
    pub at: Timestamp,
    pub how: DroppedAs,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DroppedAs {
    Cancelled,
    Skipped,
}

/// How a caller names a task.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TaskRef {
    Number(TaskNumber),
    Key(TaskKey),
}

impl TaskRef {
    pub fn number(&self) -> Option<TaskNumber> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Key(_) => None,
        }
    }
}

impl Task {
    pub fn standing(&self) -> Standing {
        self.state.standing()
    }

    pub fn claim(&self) -> Option<&Claim> {
        match &self.state {
            TaskState::Doing(claim) => Some(claim),
            TaskState::Todo | TaskState::Done(_) | TaskState::Failed(_) | TaskState::Dropped(_) => None,
        }
    }

    /// Where it stands among the tasks of its plan. One that was inserted has a high number and an early place.
    pub fn place(&self) -> (u32, TaskNumber) {
        (self.order, self.number)
    }

    pub fn reference(&self) -> TaskRef {
        TaskRef::Number(self.number)
    }
}

impl TaskState {
    pub fn standing(&self) -> Standing {
        match self {
            Self::Todo => Standing::Todo,
            Self::Doing(_) => Standing::Doing,
            Self::Done(_) => Standing::Done,
            Self::Failed(_) => Standing::Failed,
            Self::Dropped(_) => Standing::Dropped,
        }
    }
}

impl Claim {
    /// The end of the lease as seen at `at`: never later than the length of a lease after `at`. Otherwise a claim from
    /// a clock that was years ahead would lock a task for years.
    pub fn ends(&self, at: Timestamp) -> Timestamp {
        match self.until.millis_since(at) {
            left if left > limits::LEASE_LEFT_MS_MAX => at,
            left if left > limits::LEASE_MS => at.plus_millis(limits::LEASE_MS),
            _ => self.until,
        }
    }

    pub fn is_live(&self, at: Timestamp) -> bool {
        at < self.ends(at)
    }

    /// Whether the next call of the owner must renew it: because it ends soon, or because the clock was set back.
    pub fn is_renewal_due(&self, at: Timestamp) -> bool {
        let usual = limits::LEASE_RENEW_BELOW_MS..=limits::LEASE_MS + limits::LEASE_RENEW_BELOW_MS;
        !usual.contains(&self.until.millis_since(at))
    }

    /// The claim as shown at `at`.
    pub fn seen(&self, at: Timestamp) -> Self {
        Self {
            until: self.ends(at),
            ..self.clone()
        }
    }

    pub fn is_live_for(&self, agent: &AgentName, at: Timestamp) -> bool {
        self.is_live(at) && self.agent == *agent
    }
}

impl Standing {
    pub const ALL: [Self; 5] = [Self::Todo, Self::Doing, Self::Done, Self::Failed, Self::Dropped];

    /// Nothing more will happen to the task unless somebody takes it up again.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Done | Self::Dropped)
    }
}

impl TaskPath {
    /// Reads the written form, in which a leading `+` marks a path that the task creates.
    pub fn read(text: &str) -> Self {
        match text.strip_prefix('+') {
            Some(path) => Self {
                path: path.to_owned(),
                creates: true,
            },
            None => Self {
                path: text.to_owned(),
                creates: false,
            },
        }
    }
}

impl std::fmt::Display for TaskPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.creates { "+" } else { "" };
        write!(f, "{mark}{}", self.path)
    }
}

impl std::fmt::Display for TaskRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Key(key) => write!(f, "{key}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000_000_000);

    fn left(millis: i64) -> Claim {
        Claim {
            agent: AgentName::unnamed(),
            since: NOW,
            until: NOW.plus_millis(millis),
            fence: Fence(1),
        }
    }

    #[test]
    fn a_lease_never_ends_later_than_its_length_after_the_present() {
        for (millis, expected) in [
            (-1, -1),
            (limits::LEASE_MS, limits::LEASE_MS),
            (limits::LEASE_MS + 1, limits::LEASE_MS),
            (limits::LEASE_LEFT_MS_MAX, limits::LEASE_MS),
            (limits::LEASE_LEFT_MS_MAX + 1, 0),
            (i64::MAX, 0),
        ] {
            let claim = left(millis);
            assert_eq!(claim.ends(NOW), NOW.plus_millis(expected), "{millis}");
            assert_eq!(claim.is_live(NOW), expected > 0, "{millis}");
        }
    }

    #[test]
    fn a_lease_is_renewed_when_it_ends_soon_or_the_clock_was_set_back() {
        let is_due = |millis| left(millis).is_renewal_due(NOW);
        let ahead = limits::LEASE_MS + limits::LEASE_RENEW_BELOW_MS;
        assert!(is_due(limits::LEASE_RENEW_BELOW_MS - 1) && is_due(ahead + 1));
        assert!(!is_due(limits::LEASE_RENEW_BELOW_MS) && !is_due(ahead));
    }
}
