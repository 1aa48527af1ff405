//! What a run reports to its observer besides the fates of its steps.

use dialect::rawko::StepIndexes;
use dialect::records::{GitFinding, OwnFilesDamage, StepBuilder, refusal_reasons};
use model::{AgentName, Refusals};

/// Something that the user should know. A first `String` is the title of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// A step is started again.
    Restarted(String, RestartReason),
    /// The agent released its step, and does not get it again in this run.
    ReleasedByAgent(String, AgentName),
    /// Other steps were built on one that is not done.
    BuiltOn(String, Vec<StepBuilder>),
    /// The agent claimed these tasks besides its step. They are released.
    ExtraClaims(AgentName, Vec<String>),
    /// Another agent has the step by now.
    TakenOver(String),
    /// The checks of a step run that its agent called done.
    CalledDone(String, AgentName),
    /// A step of an earlier run continues.
    Continued(String),
    /// The plan does not accept the result of a step of an earlier run.
    LeftAsIs(String, RefusedMove),
    /// Another run works in the same project.
    OtherRun(String),
    /// A check changed the git repository.
    Git { command: String, finding: GitFinding },
    /// A check changed planwright's own files.
    Damage(OwnFilesDamage),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestartReason {
    CriteriaChanged,
    Refused(RefusedMove),
}

/// Why the plan did not accept the result of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedMove {
    pub refusals: Refusals,
    /// The index of each task, if the front end counts by index.
    pub indexes: Option<StepIndexes>,
}

/// Why the result of a step is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostReason {
    NotInPlan,
    ClaimedBy(AgentName),
    FinishedBy(AgentName),
    FailedBy(AgentName),
    DroppedBy(AgentName),
    /// `None` if it is unknown who reopened it.
    ReopenedBy(Option<AgentName>),
    Refused(RefusedMove),
    /// The run itself cannot go on, for instance because the store is gone.
    RunFailed(String),
}

impl RefusedMove {
    /// As a failure stores it.
    pub fn reasons(&self) -> String {
        refusal_reasons(&self.refusals, self.indexes.as_ref())
    }
}
