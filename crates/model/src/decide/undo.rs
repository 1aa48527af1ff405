//! Taking an operation back is one more operation: its events, turned around, in reverse order.

use super::draft::Draft;
use super::links::{self, Reach};
use crate::command::Undoing;
use crate::event::Event;
use crate::id::ThreadId;
use crate::refusal::{Refusal, Refusals};
use crate::task::TaskState;

pub(super) fn undo(draft: &mut Draft<'_>, undoing: &Undoing) -> Result<(), Refusals> {
    let version = undoing.version;
    if undoing.events.iter().any(|event| event.inverse().is_none()) {
        return Err(Refusal::FirstOperation(version).into());
    }
    if undoing.events.iter().all(Event::is_claim) {
        return Err(Refusal::OnlyClaims(version).into());
    }
    if !undoing.later.is_empty() {
        let later = undoing.later.clone();
        return Err(Refusal::ChangedSince { version, later }.into());
    }
    for event in undoing.events.iter().rev().filter(|event| !event.is_claim()) {
        if let Some(inverse) = event.inverse() {
            let inverse = as_of_now(draft, inverse)?;
            draft.record(inverse);
        }
    }
    for thread in threads(undoing) {
        check_links(draft, thread, undoing)?;
        draft.reopen_if_incomplete(thread);
    }
    Ok(())
}

/// A lease may have run out, and a task may have been renewed, since the event was written.
fn as_of_now(draft: &Draft<'_>, inverse: Event) -> Result<Event, Refusal> {
    match inverse {
        Event::TaskMoved {
            thread,
            number,
            old,
            new: TaskState::Doing(claim),
        } if !claim.is_live(draft.ask.at) => Ok(Event::TaskMoved {
            thread,
            number,
            old,
            new: TaskState::Todo,
        }),
        Event::TaskRemoved { thread, task } => {
            let current = draft.thread(thread)?.tasks.get(task.number).cloned();
            Ok(Event::TaskRemoved {
                thread,
                task: current.unwrap_or(task),
            })
        }
        Event::TaskAdded { thread, task } => {
            if draft.thread(thread)?.tasks.is_key_taken(&task.key) {
                return Err(Refusal::DuplicateKey(task.key));
            }
            Ok(Event::TaskAdded { thread, task })
        }
        other => Ok(other),
    }
}

fn threads(undoing: &Undoing) -> std::collections::BTreeSet<ThreadId> {
    undoing
        .events
        .iter()
        .filter_map(|event| match event {
            Event::TaskAdded { thread, .. }
            | Event::TaskRemoved { thread, .. }
            | Event::DependenciesSet { thread, .. }
            | Event::TaskMoved { thread, .. } => Some(*thread),
            _ => None,
        })
        .collect()
}

/// Edges that come back may meet edges that were drawn since.
fn check_links(draft: &Draft<'_>, thread: ThreadId, undoing: &Undoing) -> Result<(), Refusals> {
    let relinked: Vec<_> = undoing
        .events
        .iter()
        .filter_map(|event| match event {
            Event::DependenciesSet { number, .. } => Some(*number),
            Event::TaskRemoved { task, .. } => Some(task.number),
            _ => None,
        })
        .collect();
    let Ok(state) = draft.thread(thread) else { return Ok(()) };
    Refusals::check(links::faults(&state.tasks, &relinked, &Reach::All))
}
