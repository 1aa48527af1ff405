//! The life cycle of a plan, as rawko draws it: five phases, derived from where the steps stand.

mod event;
mod table;

use crate::state::Counts;

pub use event::PlanEventKind;
pub use table::{IllegalTransition, TRANSITIONS, Transition, transition, transitions};

words! {
    /// Never stored: [`Phase::of`] says it anew from the steps and from whether there may be another replan.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Phase {
        Draft = "draft",
        InProgress = "in_progress",
        Replanning = "replanning",
        Complete = "complete",
        Failed = "failed",
    }
}

impl Phase {
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
}

#[cfg(test)]
mod phase_tests;
