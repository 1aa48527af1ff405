//! One more task in the midst of a plan. Work that has begun keeps its place.

use super::add;
use super::draft::Draft;
use crate::command::NewTask;
use crate::event::Event;
use crate::id::{TaskNumber, ThreadId};
use crate::refusal::{Refusal, Refusals};
use crate::task::{Standing, Task, TaskRef};

pub(super) fn insert(
    draft: &mut Draft<'_>,
    thread: ThreadId,
    after: TaskNumber,
    new: &NewTask,
) -> Result<(), Refusals> {
    let state = draft.thread(thread)?;
    let unknown = Refusal::UnknownTask(TaskRef::Number(after));
    let place = state.tasks.get(after).map(Task::place).ok_or(unknown)?;
    let started = |task: &&Task| task.standing() != Standing::Todo && task.place() > place;
    if let Some(started) = state.tasks.rows().filter(started).max_by_key(|task| task.place()) {
        let (task, started) = (after, started.number);
        return Err(Refusal::TooEarly { task, started }.into());
    }
    let later: Vec<_> = state
        .tasks
        .rows()
        .filter(|task| task.place() > place)
        .map(Task::place)
        .collect();
    add::add(draft, thread, std::slice::from_ref(new))?;
    put_behind(draft, thread, place, later)?;
    draft.reopen_if_incomplete(thread);
    Ok(())
}

/// Gives the newest task the place behind `place`, and moves those that come later as far as they must.
fn put_behind(
    draft: &mut Draft<'_>,
    thread: ThreadId,
    place: (u32, TaskNumber),
    mut later: Vec<(u32, TaskNumber)>,
) -> Result<(), Refusals> {
    let newest = draft.thread(thread)?.tasks.rows().next_back().map(Task::place);
    let Some((order, number)) = newest else { return Ok(()) };
    later.sort_unstable();
    let mut free = place.0.saturating_add(1);
    reorder(draft, thread, number, order, free);
    for (order, number) in later {
        let needed = free.saturating_add(1);
        if order >= needed {
            break;
        }
        reorder(draft, thread, number, order, needed);
        free = needed;
    }
    Ok(())
}

fn reorder(draft: &mut Draft<'_>, thread: ThreadId, number: TaskNumber, old: u32, new: u32) {
    if old != new {
        draft.record(Event::TaskReordered {
            thread,
            number,
            old,
            new,
        });
    }
}

#[cfg(test)]
#[path = "insert_tests.rs"]
mod tests;
