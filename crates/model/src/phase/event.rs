//! What can happen to a plan, by the names that rawko's machine knows.

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PlanEventKind {
        PlanCreated = "PLAN_CREATED",
        StepStarted = "STEP_STARTED",
        StepCompleted = "STEP_COMPLETED",
        StepFailed = "STEP_FAILED",
        StepSkipped = "STEP_SKIPPED",
        StepAdded = "STEP_ADDED",
        /// Its agent let go of it, or did not come back in time.
        StepReleased = "STEP_RELEASED",
        /// What was complete, failed or skipped is to be done again.
        StepReopened = "STEP_REOPENED",
        PlanReplanned = "PLAN_REPLANNED",
    }
}
