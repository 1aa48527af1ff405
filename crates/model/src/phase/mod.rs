//! The life cycle of a plan, as rawko draws it: five phases, derived from where the steps stand.

mod event;
mod table;

use std::fmt;

use crate::state::Counts;

pub use event::PlanEventKind;
pub use table::{IllegalTransition, TRANSITIONS, Transition, transition, transitions};

/// Never stored: [`Phase::of`] says it anew from the steps and from whether there may be another replan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    Draft,
    InProgress,
    Replanning,
    Complete,
    Failed,
}

impl Phase {
    pub const ALL: [Self; 5] = [
        Self::Draft,
        Self::InProgress,
        Self::Replanning,
        Self::Complete,
        Self::Failed,
    ];

    /// A failure counts more than what is left to do: whoever looks at the plan must hear of it first.
    pub fn of(counts: &Counts, may_replan: bool) -> Self {
        match counts {
            _ if counts.failed > 0 && may_replan => Self::Replanning,
            _ if counts.failed > 0 => Self::Failed,
            _ if counts.is_complete() => Self::Complete,
            // To skip a step is not to start the plan.
            _ if counts.doing + counts.done == 0 => Self::Draft,
            _ => Self::InProgress,
        }
    }

    /// What must be so for a plan to be in this phase.
    pub fn condition(self) -> &'static str {
        match self {
            Self::Draft => "no step has been started",
            Self::InProgress => "steps remain",
            Self::Replanning => "a step failed, and another replan is allowed",
            Self::Complete => "every step is complete or skipped",
            Self::Failed => "a step failed, and no replan is left",
        }
    }

    /// Work on the plan has ended. Only somebody who takes up one of its steps again, or adds one, leads out of it.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Complete | Self::Failed)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::InProgress => "in_progress",
            Self::Replanning => "replanning",
            Self::Complete => "complete",
            Self::Failed => "failed",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.word() == word)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod phase_tests;
