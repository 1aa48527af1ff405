//! What can happen to a plan, by the names that rawko's machine knows.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanEventKind {
    PlanCreated,
    StepStarted,
    StepCompleted,
    StepFailed,
    StepSkipped,
    StepAdded,
    /// Its agent let go of it, or did not come back in time.
    StepReleased,
    /// What was complete, failed or skipped is to be done again.
    StepReopened,
    PlanReplanned,
}

impl PlanEventKind {
    pub const ALL: [Self; 9] = [
        Self::PlanCreated,
        Self::StepStarted,
        Self::StepCompleted,
        Self::StepFailed,
        Self::StepSkipped,
        Self::StepAdded,
        Self::StepReleased,
        Self::StepReopened,
        Self::PlanReplanned,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::PlanCreated => "PLAN_CREATED",
            Self::StepStarted => "STEP_STARTED",
            Self::StepCompleted => "STEP_COMPLETED",
            Self::StepFailed => "STEP_FAILED",
            Self::StepSkipped => "STEP_SKIPPED",
            Self::StepAdded => "STEP_ADDED",
            Self::StepReleased => "STEP_RELEASED",
            Self::StepReopened => "STEP_REOPENED",
            Self::PlanReplanned => "PLAN_REPLANNED",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for PlanEventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
