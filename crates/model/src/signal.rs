//! A signal stops or warns whoever works on a thread.

use crate::agent::AgentName;
use crate::id::{SignalId, TaskNumber};
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    pub id: SignalId,
    pub task: Option<TaskNumber>,
    pub level: Level,
    pub message: String,
    pub link: Option<String>,
    pub state: SignalState,
}

words! {
    /// Ordered by how much it matters, the worst first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level {
        Blocker = "blocker",
        Warning = "warning",
        Info = "info",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignalState {
    Open { by: AgentName, at: Timestamp },
    Closed { by: AgentName, at: Timestamp },
}

impl Signal {
    /// Names of signals that are derived from the plan's state. Nobody can raise or clear them by hand.
    pub const DERIVED: [&'static str; 4] = [
        "blocked_dependency",
        "all_tasks_claimed",
        "task_failed",
        "review_waiting",
    ];

    pub fn is_open(&self) -> bool {
        matches!(self.state, SignalState::Open { .. })
    }

    pub fn blocks(&self) -> bool {
        self.is_open() && self.level == Level::Blocker
    }

    pub fn since(&self) -> Timestamp {
        match self.state {
            SignalState::Open { at, .. } | SignalState::Closed { at, .. } => at,
        }
    }
}
