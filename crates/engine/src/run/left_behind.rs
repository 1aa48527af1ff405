//! What drivers left that are gone.

use model::{AgentName, Fence, OpVersion, SessionId, Task, TaskState, criterion};
use store::{LogQuery, Read, Store};

use super::picture::{Picture, VERB};
use crate::error::EngineError;
use crate::project::Engine;

/// A task whose agent died with its driver.
pub(super) struct LeftBehind {
    pub task: Task,
    pub agent: AgentName,
    /// Of the claim that the agent had.
    pub fence: Fence,
}

impl LeftBehind {
    /// Its agent has said so itself, and its checks have not run.
    pub fn is_called_done(&self) -> bool {
        matches!(self.task.state, TaskState::Done(_))
    }
}

/// Tasks under claims that a driver began, and that no driver has brought to an end. Whoever is the only driver knows that
/// their agents are dead.
pub(super) fn left_behind(picture: &Picture, engine: &mut Engine) -> Result<Vec<LeftBehind>, EngineError> {
    let tx = engine.store.read()?;
    let mut left = Vec::new();
    for task in picture.tasks()?.rows() {
        if let Some((agent, fence)) = unsettled(task)
            && has_begun(tx.as_ref(), &picture.session, fence)?
        {
            left.push(LeftBehind {
                task: task.clone(),
                agent: agent.clone(),
                fence,
            });
        }
    }
    Ok(left)
}

/// Who works on it, or has called it done without anybody having checked that.
fn unsettled(task: &Task) -> Option<(&AgentName, Fence)> {
    match &task.state {
        TaskState::Doing(claim) => Some((&claim.agent, claim.fence)),
        TaskState::Done(outcome) if criterion::has_commands(&task.brief.acceptance) => {
            Some((&outcome.by, outcome.claim?))
        }
        _ => None,
    }
}

/// Whether the claim with this fence was begun by a driver, for one of its agents.
pub(crate) fn has_begun(tx: &dyn Read, session: &SessionId, fence: Fence) -> Result<bool, EngineError> {
    let begun = tx.operations(session, &LogQuery::one(OpVersion(fence.0)))?;
    Ok(begun.iter().any(|operation| operation.verb == VERB))
}
