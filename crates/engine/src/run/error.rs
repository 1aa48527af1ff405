//! Why a run could not begin, or could not go on.

use workspace::HoldError;

use super::onlooker::StepLine;
use crate::error::EngineError;
use crate::turns::TurnError;

#[derive(Debug, thiserror::Error)]
pub enum RunFault {
    #[error("no agent is configured")]
    NoAgents,
    #[error("agent `{agent}` is followed by `{target}`, and there is no such agent")]
    UnknownTarget {
        agent: String,
        target: String,
        known: Vec<String>,
    },
    /// An earlier run died while agents worked, and nobody knows how far they came.
    #[error("an earlier run was killed while agents worked, and what became of their work is unknown")]
    Unresolved(Vec<Interrupted>),
    #[error("no task was interrupted by the end of an earlier run")]
    NothingToResolve,
    /// Another driver works on this plan.
    #[error("the plan cannot be run now: {0}")]
    Held(#[from] HoldError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Turn(#[from] TurnError),
}

/// A task that an agent worked on when its driver died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interrupted {
    pub step: StepLine,
    pub agent: String,
    /// What was running, if it is known.
    pub command: Option<String>,
}
