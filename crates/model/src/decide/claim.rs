//! Taking a task, and keeping it.

use super::draft::Draft;
use super::moves;
use crate::command::Move;
use crate::event::Event;
use crate::id::ThreadId;
use crate::limits;
use crate::refusal::{Refusal, Refusals};
use crate::task::{Claim, TaskRef, TaskState};

pub(super) fn claim(draft: &mut Draft<'_>, thread: ThreadId, name: &TaskRef) -> Result<(), Refusals> {
    let tasks = &draft.thread(thread)?.tasks;
    let task = tasks.find(name).ok_or_else(|| Refusal::UnknownTask(name.clone()))?;
    let moved = moves::moved(tasks, task, &Move::Start, draft.ask, draft.fence())?;
    let (number, old) = (task.number, task.state.clone());
    if let Some(new) = moved {
        draft.record(Event::TaskMoved {
            thread,
            number,
            old,
            new,
        });
        draft.reopen_if_incomplete(thread);
    }
    renew(draft, thread);
    Ok(())
}

/// Any call of a holder keeps its claims alive. Nothing is written while most of the lease is left.
pub(super) fn renew(draft: &mut Draft<'_>, thread: ThreadId) {
    let ask = draft.ask;
    let Ok(state) = draft.thread(thread) else { return };
    let renewals: Vec<_> = state
        .tasks
        .held_by(ask.by)
        .filter_map(|task| {
            let claim = task.claim()?;
            claim.is_renewal_due(ask.at).then(|| Event::TaskMoved {
                thread,
                number: task.number,
                old: task.state.clone(),
                new: TaskState::Doing(Claim {
                    until: ask.at.plus_millis(limits::LEASE_MS),
                    ..claim.clone()
                }),
            })
        })
        .collect();
    for renewal in renewals {
        draft.record(renewal);
    }
}
