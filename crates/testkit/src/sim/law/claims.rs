//! Each task has at most one live claim, and no other agent can take it.

use std::collections::BTreeSet;

use model::{Claim, Command, Driven, State, Task, TaskNumber, TaskState, ThreadId};

use super::Done;
use crate::sim::broken::{Broken, Law, hold};

/// Checks that an operation of another agent does not end a live claim.
pub(super) fn holders(done: &Done<'_>) -> Result<(), Broken> {
    for (thread, state) in &done.before.threads {
        for task in state.tasks.rows() {
            let others = |claim: &&Claim| claim.is_live(done.asked.at) && !speaks_for(done, task.number, claim);
            let Some(claim) = task.claim().filter(others) else {
                continue;
            };
            let kept = held(done.after, *thread, task.number);
            let keeps = kept.is_some_and(|kept| (&kept.agent, kept.fence) == (&claim.agent, claim.fence));
            hold(Law::Holder, keeps, || {
                format!(
                    "{} lost {thread} task {} to {}: {kept:?}",
                    claim.agent, task.number, done.asked.by
                )
            })?;
        }
    }
    Ok(())
}

/// Whether the owner of the claim made the operation, or a driver made it for the owner.
fn speaks_for(done: &Done<'_>, number: TaskNumber, claim: &Claim) -> bool {
    let is_driven = |driven: &Driven| driven.task == number && driven.agent == claim.agent;
    match done.command {
        Command::Drive(drive) => drive.moves.iter().any(is_driven),
        _ => claim.agent == done.asked.by,
    }
}

fn held(state: &State, thread: ThreadId, number: TaskNumber) -> Option<&Claim> {
    state.threads.get(&thread)?.tasks.get(number)?.claim()
}

/// Checks that a command with a lease token came from the owner of that claim, or repeated a finished result.
pub(super) fn fences_shown(done: &Done<'_>) -> Result<(), Broken> {
    let Command::Change(change) = done.command else {
        return Ok(());
    };
    let Some(state) = done.before.threads.get(&change.thread) else {
        return Ok(());
    };
    let mut seen = BTreeSet::new();
    for update in &change.update {
        // This command changed the task before it compared the lease token: it names the task twice, or the task is
        // new.
        let Some(task) = state.tasks.find(&update.task) else {
            continue;
        };
        let (true, Some(fence)) = (seen.insert(task.number), update.fence) else {
            continue;
        };
        let holds = task.claim().is_some_and(|claim| claim.fence == fence);
        hold(Law::Fence, holds || is_finished_by(task, done), || {
            format!(
                "{} changed task {} with fence {fence}: {:?}",
                done.asked.by, task.number, task.state
            )
        })?;
    }
    Ok(())
}

fn is_finished_by(task: &Task, done: &Done<'_>) -> bool {
    matches!(&task.state, TaskState::Done(outcome) if outcome.by == done.asked.by)
}
