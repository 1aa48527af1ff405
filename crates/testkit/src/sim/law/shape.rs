//! The shape of a thread: a graph without cycles, correct counts, unique keys.

use std::collections::{BTreeMap, BTreeSet};

use model::{Command, Counts, Event, TaskGraph, TaskRef, ThreadId, ThreadState};

use super::Done;
use crate::sim::broken::{Broken, Law, hold, same};

pub(super) fn threads(done: &Done<'_>) -> Result<(), Broken> {
    for id in touched(done) {
        let Some(state) = done.after.threads.get(&id) else {
            continue;
        };
        graph(state)?;
        recount(state)?;
    }
    Ok(())
}

fn graph(state: &ThreadState) -> Result<(), Broken> {
    let after: BTreeMap<_, _> = state
        .tasks
        .rows()
        .map(|task| (task.number, task.after.clone()))
        .collect();
    let faults = TaskGraph::build(&after).err();
    hold(Law::Graph, faults.is_none(), || {
        format!("{}: {faults:?}", state.thread.id)
    })?;
    let is_tidy = |numbers: &Vec<_>| numbers.is_sorted_by(|a, b| a < b);
    hold(Law::Graph, after.values().all(is_tidy), || {
        format!("{}: dependencies are not ascending and unique", state.thread.id)
    })
}

fn recount(state: &ThreadState) -> Result<(), Broken> {
    let mut counts = Counts::default();
    let mut keys = BTreeSet::new();
    for task in state.tasks.rows() {
        *counts.slot(task.standing()) += 1;
        hold(Law::Recount, keys.insert(&task.key), || {
            format!("two tasks have the key {}", task.key)
        })?;
        let found = state
            .tasks
            .find(&TaskRef::Key(task.key.clone()))
            .map(|found| found.number);
        same(
            Law::Recount,
            "the task of a key and the key of the task",
            &found,
            &Some(task.number),
        )?;
        hold(Law::Recount, task.number < state.next_number, || {
            format!("the next number is {} but {} is taken", state.next_number, task.number)
        })?;
    }
    same(Law::Recount, "the counts and a recount", &state.counts, &counts)
}

/// Checks that a change in an unfinished thread reopens the session, and that only a finished thread can be closed.
pub(super) fn closing(done: &Done<'_>) -> Result<(), Broken> {
    let is_closed = done
        .after
        .session
        .as_ref()
        .is_some_and(|session| session.summary.is_some());
    if !is_closed || matches!(done.command, Command::CloseThread { .. }) {
        return Ok(());
    }
    let open = |id: &ThreadId| {
        done.after
            .threads
            .get(id)
            .is_some_and(|state| !state.counts.is_complete())
    };
    if let Some(thread) = touched(done).into_iter().find(open) {
        return Err(Broken::new(
            Law::Closing,
            format!("the session is closed but {thread} has open tasks"),
        ));
    }
    let closes = |event: &Event| matches!(event, Event::SummarySet { new: Some(_), .. });
    let some_complete = done.after.threads.values().any(|state| state.counts.is_complete());
    hold(Law::Closing, some_complete || !done.events.iter().any(closes), || {
        "the session was closed with no thread finished".to_owned()
    })
}

/// Threads in which tasks were added, removed, linked or moved. A renewal of a claim moves nothing.
fn touched(done: &Done<'_>) -> BTreeSet<ThreadId> {
    let thread = |event: &Event| match event {
        Event::TaskAdded { thread, .. }
        | Event::TaskRemoved { thread, .. }
        | Event::DependenciesSet { thread, .. }
        | Event::TaskMoved { thread, .. } => Some(*thread),
        _ => None,
    };
    let events = done.events.iter().filter(|event| !event.is_renewal());
    events.filter_map(thread).collect()
}
