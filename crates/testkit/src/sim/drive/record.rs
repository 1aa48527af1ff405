//! The observed state of one run.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::run::Tally;
use model::{AgentName, Fence, OpVersion, Standing, TaskNumber};

use super::adviser::Shown;

/// At most this number of phases passes between reading the plan and reporting on it.
const PHASES: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Record {
    pub number: u32,
    pub jobs: usize,
    pub iterations: u64,
    pub only: Option<TaskNumber>,
    /// Steps that earlier runs left.
    pub left: BTreeSet<TaskNumber>,
    /// Steps that have a claim and have not ended.
    pub active: BTreeMap<TaskNumber, Active>,
    /// Results of agents until the driver has stored them.
    pub came: BTreeMap<TaskNumber, (Fence, AgentResult)>,
    /// Steps whose outcome is unknown.
    pub unknown: BTreeSet<TaskNumber>,
    /// The expected tally.
    pub tally: Tally,
    /// The agent and claim of the latest start of a task in this run.
    pub given: BTreeMap<TaskNumber, (AgentName, Fence)>,
    /// Tasks that agents of this run reopened or marked failed themselves.
    pub given_up: BTreeSet<(TaskNumber, Fence, Standing)>,
    /// Tasks that agents released.
    pub released_by_agent: BTreeSet<(TaskNumber, AgentName)>,
    /// What the planner was shown for a replan.
    pub shown: Shown,
    /// The tally of the reported news.
    pub reported: Tally,
    /// Time since the last heartbeat.
    pub since_beat_ms: i64,
    /// Whether the machine has slept.
    pub has_slept: bool,
    pub is_cancelled: bool,
    /// The driver failed and stops all agents.
    pub is_broken_off: bool,
    pub has_declined: bool,
    /// The version of the plan before each of the last phases.
    pub looks: VecDeque<OpVersion>,
}

#[derive(Debug, Clone)]
pub(super) struct Active {
    pub agent: AgentName,
    pub fence: Fence,
    pub is_working: bool,
    /// Whether no heartbeat was late.
    pub is_steady: bool,
    /// The acceptance criteria.
    pub acceptance: Vec<String>,
    /// The number of phases since the agent lost its task.
    pub phases_obsolete: u32,
    pub is_stopped: bool,
}

/// The result of an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AgentResult {
    Done {
        acceptance: Vec<String>,
    },
    Failed,
    Released,
    Unknown,
    /// The agent was stopped while it continued a step of an earlier run.
    Left {
        acceptance: Vec<String>,
    },
}

impl Record {
    /// Records the version at the start of a phase.
    pub fn look(&mut self, version: OpVersion) {
        self.looks.push_back(version);
        if self.looks.len() > PHASES {
            self.looks.pop_front();
        }
    }

    /// News may describe any version from this one on.
    pub fn seen_since(&self) -> OpVersion {
        self.looks.front().copied().unwrap_or(OpVersion::ZERO)
    }

    /// Whether a claimed step has not started, or a result is not stored yet.
    pub fn is_delicate(&self) -> bool {
        !self.came.is_empty() || self.working() < self.active.len()
    }

    pub fn working(&self) -> usize {
        self.active.values().filter(|step| step.is_working).count()
    }
}
