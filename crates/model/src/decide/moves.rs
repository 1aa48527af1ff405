//! From which state a task may move to which, and who may move it.

use super::Ask;
use crate::command::Move;
use crate::id::Fence;
use crate::limits;
use crate::refusal::Refusal;
use crate::task::{Claim, Dropped, Failure, Outcome, Standing, Task, TaskState};
use crate::tasks::Tasks;

/// The state that the move leads to, `None` if the task is there already.
pub(super) fn moved(
    tasks: &Tasks,
    task: &Task,
    to: &Move,
    ask: Ask<'_>,
    new_fence: Fence,
) -> Result<Option<TaskState>, Refusal> {
    check_holder(task, ask)?;
    let standing = task.standing();
    let settled = Err(Refusal::Settled {
        task: task.number,
        standing,
    });
    match (to, standing) {
        (Move::Start, Standing::Done | Standing::Dropped)
        | (Move::Finish { .. }, Standing::Dropped)
        | (Move::Fail { .. }, Standing::Done | Standing::Dropped)
        | (Move::Drop { .. }, Standing::Done) => settled,
        (Move::Start, Standing::Doing) if is_held_by(task, ask) => Ok(None),
        (Move::Finish { .. }, Standing::Done)
        | (Move::Fail { .. }, Standing::Failed)
        | (Move::Drop { .. }, Standing::Dropped)
        | (Move::Reopen, Standing::Todo) => Ok(None),
        (Move::Start | Move::Finish { .. } | Move::Fail { .. }, _) => {
            check_ready(tasks, task)?;
            Ok(Some(reached(task, to, ask, new_fence)))
        }
        (Move::Drop { .. } | Move::Reopen, _) => Ok(Some(reached(task, to, ask, new_fence))),
    }
}

/// A caller that shows a fence must still hold the claim that it came with.
pub(super) fn check_fence(task: &Task, given: Option<Fence>, ask: Ask<'_>) -> Result<(), Refusal> {
    let Some(given) = given else { return Ok(()) };
    let finished_by_asker = matches!(&task.state, TaskState::Done(outcome) if outcome.by == *ask.by);
    let current = task.claim().map(|claim| claim.fence);
    if current == Some(given) || finished_by_asker {
        return Ok(());
    }
    Err(Refusal::StaleFence {
        task: task.number,
        given,
        current,
    })
}

pub(super) fn reached(task: &Task, to: &Move, ask: Ask<'_>, fence: Fence) -> TaskState {
    let (by, at) = (ask.by.clone(), ask.at);
    // What was never claimed, or by somebody else, began when we heard of it.
    let own = task.claim().filter(|claim| claim.agent == *ask.by);
    let started = Some(own.map_or(at, |claim| claim.since));
    match to.clone() {
        Move::Start => TaskState::Doing(Claim {
            agent: by,
            since: at,
            until: at.plus_millis(limits::LEASE_MS),
            fence,
        }),
        Move::Finish {
            note,
            files,
            evidence,
            report,
        } => TaskState::Done(Outcome {
            by,
            at,
            started,
            note,
            files,
            evidence,
            report,
            claim: own.map(|claim| claim.fence),
        }),
        Move::Fail { error, files, evidence } => TaskState::Failed(Failure {
            by,
            at,
            started,
            error,
            files,
            evidence,
        }),
        Move::Drop { how, reason } => TaskState::Dropped(Dropped { by, at, how, reason }),
        Move::Reopen => TaskState::Todo,
    }
}

fn is_held_by(task: &Task, ask: Ask<'_>) -> bool {
    task.claim().is_some_and(|claim| claim.agent == *ask.by)
}

/// A live claim belongs to its holder alone.
pub(super) fn check_holder(task: &Task, ask: Ask<'_>) -> Result<(), Refusal> {
    match task.claim() {
        Some(claim) if claim.is_live(ask.at) && claim.agent != *ask.by => Err(Refusal::Taken {
            task: task.number,
            by: claim.agent.clone(),
            until: claim.ends(ask.at),
        }),
        _ => Ok(()),
    }
}

pub(super) fn check_ready(tasks: &Tasks, task: &Task) -> Result<(), Refusal> {
    let waiting_for = tasks.unmet(task);
    if waiting_for.is_empty() {
        return Ok(());
    }
    Err(Refusal::NotReady {
        task: task.number,
        waiting_for,
    })
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
