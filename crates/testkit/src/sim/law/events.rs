//! Checks each event: its old value is correct, and no task started before its dependencies were done.

use model::{Command, Event, Standing, State, Task, TaskNumber, ThreadId};

use super::Done;
use crate::sim::broken::{Broken, Law, hold};

pub(super) fn walk(done: &Done<'_>) -> Result<(), Broken> {
    let mut state = done.before.clone();
    for event in done.events {
        is_ready(done, &state, event)?;
        hold(Law::Truth, is_true(&state, event), || {
            format!("not what was there before: {event:?}")
        })?;
        state.apply(event);
    }
    Ok(())
}

/// An undo may restore work that was done out of order, and a new task of a restated plan comes with its past. Any task
/// of a restated plan may have started before its dependency was dropped.
fn is_ready(done: &Done<'_>, state: &State, event: &Event) -> Result<(), Broken> {
    let Event::TaskMoved {
        thread, number, new, ..
    } = event
    else {
        return Ok(());
    };
    let begins = matches!(new.standing(), Standing::Doing | Standing::Done | Standing::Failed);
    let before = done
        .before
        .threads
        .get(thread)
        .and_then(|thread| thread.tasks.get(*number));
    let is_exempt = match done.command {
        Command::Undo(_) => true,
        Command::Restate(_) => before.is_none(),
        _ => false,
    };
    if !begins || event.is_renewal() || is_exempt {
        return Ok(());
    }
    let unmet = state.threads.get(thread).and_then(|thread| {
        let task = thread.tasks.get(*number)?;
        Some(match done.command {
            Command::Restate(_) => thread.tasks.unsettled(task),
            _ => thread.tasks.unmet(task),
        })
    });
    hold(Law::Ready, unmet.as_ref().is_some_and(Vec::is_empty), || {
        format!("task {number} waits for {unmet:?} and became {new:?}")
    })
}

fn is_true(state: &State, event: &Event) -> bool {
    let thread = |id: &ThreadId| state.threads.get(id);
    let task = |id: &ThreadId, number: &TaskNumber| thread(id).and_then(|thread| thread.tasks.get(*number));
    let is = |id, number, holds: &dyn Fn(&Task) -> bool| task(id, number).is_some_and(holds);
    match event {
        Event::SessionOpened(_) => state.session.is_none(),
        Event::Consulted(_) => true,
        Event::SummarySet { old, .. } => state.session.as_ref().is_some_and(|session| session.summary == *old),
        Event::ThreadOpened(new) => thread(&new.id).is_none(),
        Event::ThreadClosed(old) => thread(&old.id).is_some_and(|thread| {
            thread.thread == *old && thread.tasks.is_empty() && thread.signals.is_empty() && thread.plan.is_none()
        }),
        Event::TopicSet { thread: id, old, .. } => thread(id).is_some_and(|thread| thread.thread.topic == *old),
        Event::FolderSet { thread: id, old, .. } => thread(id).is_some_and(|thread| thread.thread.folder == *old),
        Event::PlanAdopted { thread: id, old, .. } => thread(id).is_some_and(|thread| thread.plan == *old),
        Event::TaskAdded { thread: id, task: new } => thread(id)
            .is_some_and(|thread| thread.tasks.get(new.number).is_none() && !thread.tasks.is_key_taken(&new.key)),
        Event::TaskRemoved { thread, task: old } => task(thread, &old.number) == Some(old),
        Event::TaskEdited {
            thread, number, old, ..
        } => is(thread, number, &|task| task.brief == *old),
        Event::TaskReordered {
            thread, number, old, ..
        } => is(thread, number, &|task| task.order == *old),
        Event::DependenciesSet {
            thread, number, old, ..
        } => is(thread, number, &|task| task.after == *old),
        Event::TaskMoved {
            thread, number, old, ..
        } => is(thread, number, &|task| task.state == *old),
        Event::SignalSet {
            thread: id,
            id: name,
            old,
            ..
        } => thread(id).is_some_and(|thread| thread.signals.get(name) == old.as_ref()),
    }
}
