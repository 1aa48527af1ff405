//! What a run reports to its observer besides the fates of its steps.

use dialect::records::{GitFinding, OwnFilesDamage};
use model::AgentName;
use model::conclude::{Dependent, RefusedMove};

/// Something that the user should know. A first `String` is the title of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// A step is started again.
    Restarted(String, RestartReason),
    /// The agent released its step, and does not get it again in this run.
    ReleasedByAgent(String, AgentName),
    /// Other steps were built on one that is not done.
    BuiltOn(String, Vec<Dependent>),
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
    /// The user edited a file of the plan.
    EditApplied { path: String, has_comments: bool },
    /// The user edited a file of a version that was replaced.
    EditIgnored { path: String, version: u32, newest: String },
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
