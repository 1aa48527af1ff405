//! Taking an operation back is one more operation: its events, turned around, in reverse order.

use super::draft::Draft;
use super::links::{self, Reach};
use super::moves;
use crate::command::Undoing;
use crate::event::{Event, Subject};
use crate::id::{TaskNumber, ThreadId};
use crate::refusal::{Refusal, Refusals};
use crate::task::{Task, TaskRef, TaskState};

pub(super) fn undo(draft: &mut Draft<'_>, undoing: &Undoing) -> Result<(), Refusals> {
    let version = undoing.version;
    if undoing.events.iter().any(|event| event.inverse().is_none()) {
        return Err(Refusal::FirstOperation(version).into());
    }
    if undoing
        .events
        .iter()
        .all(|event| event.is_claim() || event.is_telling())
    {
        return Err(Refusal::OnlyClaims(version).into());
    }
    if !undoing.later.is_empty() {
        let later = undoing.later.clone();
        return Err(Refusal::ChangedSince { version, later }.into());
    }
    for event in undoing
        .events
        .iter()
        .rev()
        .filter(|event| !event.is_claim() && !event.is_telling())
    {
        if let Some(inverse) = event.inverse() {
            let inverse = as_of_now(draft, inverse)?;
            draft.record(inverse);
        }
    }
    for thread in threads(undoing) {
        check_links(draft, thread, undoing)?;
        draft.reopen_if_incomplete(thread);
    }
    check_closing(draft, undoing)
}

/// Closing words come back only where something is finished.
fn check_closing(draft: &Draft<'_>, undoing: &Undoing) -> Result<(), Refusals> {
    let state = draft.state();
    let had_words = |event: &Event| matches!(event, Event::SummarySet { old: Some(_), .. });
    let is_closed = state.session.as_ref().is_some_and(|session| session.summary.is_some());
    let counts = state.threads.values().map(|thread| thread.counts);
    if !is_closed || !undoing.events.iter().any(had_words) || counts.clone().any(|counts| counts.is_complete()) {
        return Ok(());
    }
    let (open, total) = counts.fold((0, 0), |(open, total), counts| {
        (open + counts.total() - counts.settled(), total + counts.total())
    });
    Err(Refusal::PlanNotComplete { open, total }.into())
}

/// Time has passed since the event was written: a lease may have run out, a claim been taken or renewed, and what is
/// not taken back has left its mark. The inverse starts from what is there now.
fn as_of_now(draft: &Draft<'_>, inverse: Event) -> Result<Event, Refusal> {
    if let Some(Subject::Thread(thread)) = inverse.subject().within() {
        draft.thread(thread)?;
    }
    match inverse {
        Event::TaskMoved {
            thread,
            number,
            new: wanted,
            ..
        } => {
            let new = match wanted {
                TaskState::Doing(claim) if !claim.is_live(draft.ask.at) => TaskState::Todo,
                other => other,
            };
            Ok(Event::TaskMoved {
                thread,
                number,
                old: free_task(draft, thread, number)?.state.clone(),
                new,
            })
        }
        Event::TaskRemoved { thread, task } => Ok(Event::TaskRemoved {
            thread,
            task: free_task(draft, thread, task.number)?.clone(),
        }),
        Event::TaskAdded { thread, task } => {
            if draft.thread(thread)?.tasks.is_key_taken(&task.key) {
                return Err(Refusal::DuplicateKey(task.key));
            }
            Ok(Event::TaskAdded { thread, task })
        }
        other => Ok(other),
    }
}

/// Nobody's task is taken away while it is being worked on.
fn free_task<'a>(draft: &'a Draft<'_>, thread: ThreadId, number: TaskNumber) -> Result<&'a Task, Refusal> {
    let task = draft.thread(thread)?.tasks.get(number);
    let task = task.ok_or(Refusal::UnknownTask(TaskRef::Number(number)))?;
    moves::check_holder(task, draft.ask)?;
    Ok(task)
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

#[cfg(test)]
#[path = "undo_tests.rs"]
mod tests;
