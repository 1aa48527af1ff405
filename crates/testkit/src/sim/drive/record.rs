//! What is known of one run from the outside.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::run::Tally;
use model::{AgentName, Fence, OpVersion, Standing, TaskNumber};

use super::adviser::Shown;

/// So many phases lie between a look at the plan and the answer that comes of it.
const PHASES: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Record {
    pub number: u32,
    pub jobs: usize,
    pub iterations: u64,
    pub only: Option<TaskNumber>,
    /// What earlier runs left.
    pub left: BTreeSet<TaskNumber>,
    /// Steps that have a claim and have not ended.
    pub active: BTreeMap<TaskNumber, Active>,
    /// What agents came to, until the plan has heard of it.
    pub came: BTreeMap<TaskNumber, (Fence, Came)>,
    /// Nobody knows what became of these.
    pub unknown: BTreeSet<TaskNumber>,
    /// As it should be told.
    pub tally: Tally,
    /// Whom this run gave a task to last, and under which claim.
    pub given: BTreeMap<TaskNumber, (AgentName, Fence)>,
    /// What agents of this run did to their own tasks: opened them again, or called them failed.
    pub given_up: BTreeSet<(TaskNumber, Fence, Standing)>,
    /// Who gave which task back.
    pub handed_back: BTreeSet<(TaskNumber, AgentName)>,
    /// What whoever makes the plan anew was shown of it.
    pub shown: Shown,
    /// By its news.
    pub told: Tally,
    /// How long ago the last sign of life was.
    pub since_beat_ms: i64,
    /// The machine slept at some time.
    pub has_slept: bool,
    pub is_cancelled: bool,
    /// The driver cannot go on, and stops everybody.
    pub is_broken_off: bool,
    pub has_declined: bool,
    /// Where the log stood before each of the last phases.
    pub looks: VecDeque<OpVersion>,
}

#[derive(Debug, Clone)]
pub(super) struct Active {
    pub agent: AgentName,
    pub fence: Fence,
    pub is_working: bool,
    /// A sign of life was given whenever it was due.
    pub is_steady: bool,
    /// By what it is told whether it is done.
    pub acceptance: Vec<String>,
    /// So many phases have begun since somebody took the task from it.
    pub in_vain: u32,
    pub is_stopped: bool,
}

/// How an agent ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    Done {
        acceptance: Vec<String>,
    },
    Failed,
    Released,
    Unknown,
    /// It was stopped in the midst of what an earlier run had begun.
    Left {
        acceptance: Vec<String>,
    },
}

impl Record {
    /// A phase begins.
    pub fn look(&mut self, version: OpVersion) {
        self.looks.push_back(version);
        if self.looks.len() > PHASES {
            self.looks.pop_front();
        }
    }

    /// What is told may be about any version since then.
    pub fn seen_since(&self) -> OpVersion {
        self.looks.front().copied().unwrap_or(OpVersion::ZERO)
    }

    /// Somebody has a claim and has not begun, or has ended, and the plan has not heard of it.
    pub fn is_delicate(&self) -> bool {
        !self.came.is_empty() || self.working() < self.active.len()
    }

    pub fn working(&self) -> usize {
        self.active.values().filter(|step| step.is_working).count()
    }
}
