//! A plan as somebody wrote it down by hand, states included. What stands there becomes true, as far as it is lawful.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::links::{self, Reach};
use super::{add, criteria, moves, size};
use crate::command::{RestatedTask, Restatement};
use crate::event::Event;
use crate::graph::TaskGraph;
use crate::id::{TaskNumber, ThreadId};
use crate::limits;
use crate::plan::Plan;
use crate::refusal::{Refusal, Refusals};
use crate::task::{Claim, Standing, Task, TaskRef, TaskState};
use crate::tasks::Tasks;

pub(super) fn restate(draft: &mut Draft<'_>, restatement: &Restatement) -> Result<(), Refusals> {
    let thread = restatement.thread;
    let old = draft.thread(thread)?.clone();
    let plan = old.plan.clone().ok_or(Refusal::NoPlan)?;
    check(draft, restatement)?;
    let kept: BTreeSet<_> = restatement.tasks.iter().filter_map(|task| task.known).collect();
    for task in old.tasks.rows().filter(|task| !kept.contains(&task.number)) {
        draft.remove_task(thread, task)?;
    }
    let numbers = restatement
        .tasks
        .iter()
        .map(|task| settle(draft, restatement, task))
        .collect::<Result<Vec<_>, _>>()?;
    link(draft, restatement, &numbers)?;
    order(draft, restatement, &numbers)?;
    move_all(draft, restatement, &numbers)?;
    retitle(draft, restatement, plan);
    draft.reopen_if_incomplete(thread);
    Ok(())
}

fn check(draft: &Draft<'_>, restatement: &Restatement) -> Result<(), Refusals> {
    let (seen, current) = (restatement.seen, draft.state().version());
    if seen != current {
        return Err(Refusal::VersionConflict { seen, current }.into());
    }
    size::chars("title", &restatement.title, limits::GOAL_CHARS)?;
    size::metadata(&restatement.metadata)?;
    size::within("plan", restatement.tasks.len(), limits::TASKS)?;
    let mut seen = BTreeSet::new();
    let mut refusals = Vec::new();
    for task in &restatement.tasks {
        refusals.extend(size::brief(&task.brief).err());
        if task.known.is_none() {
            refusals.extend(criteria::check(&task.brief).err());
        }
        if let Some(number) = task.known.filter(|number| !seen.insert(*number)) {
            refusals.push(Refusal::UnknownTask(TaskRef::Number(number)));
        }
    }
    Refusals::check(refusals)
}

/// The task as its author has it now; a new one gets a number.
fn settle(draft: &mut Draft<'_>, restatement: &Restatement, wanted: &RestatedTask) -> Result<TaskNumber, Refusals> {
    let thread = restatement.thread;
    let tasks = &draft.thread(thread)?.tasks;
    let Some(number) = wanted.known else {
        let number = draft.thread(thread)?.next_number;
        let task = Task {
            uid: wanted.uid,
            number,
            key: add::suggested_key(tasks, &wanted.brief.title, wanted.uid, number),
            order: number.0,
            brief: wanted.brief.clone(),
            after: Vec::new(),
            state: TaskState::Todo,
        };
        draft.record(Event::TaskAdded { thread, task });
        return Ok(number);
    };
    let task = tasks.get(number);
    let task = task.ok_or(Refusal::UnknownTask(TaskRef::Number(number)))?;
    let old = task.brief.clone();
    if old != wanted.brief {
        draft.record(Event::TaskEdited {
            thread,
            number,
            old,
            new: wanted.brief.clone(),
        });
    }
    Ok(number)
}

/// Everything is where it was written, by way of what may be: what is taken back comes first, then what is done, each
/// after what it waits for, then what has begun.
fn move_all(draft: &mut Draft<'_>, restatement: &Restatement, numbers: &[TaskNumber]) -> Result<(), Refusals> {
    let thread = restatement.thread;
    let written = numbers.iter().copied().zip(&restatement.tasks);
    let written: BTreeMap<TaskNumber, (&RestatedTask, &TaskState)> = written
        .filter_map(|(number, task)| Some((number, (task, task.state.as_ref()?))))
        .collect();
    let tasks = &draft.thread(thread)?.tasks;
    let links = tasks.rows().map(|task| (task.number, task.after.clone())).collect();
    let order = TaskGraph::build(&links).map(|graph| graph.order()).unwrap_or_default();
    let rounds: [&[Standing]; 3] = [
        &[Standing::Todo, Standing::Dropped],
        &[Standing::Done],
        &[Standing::Doing, Standing::Failed],
    ];
    let mut refusals = Vec::new();
    for round in rounds {
        for number in &order {
            if let Some((task, state)) = written.get(number)
                && round.contains(&state.standing())
            {
                refusals.extend(move_to(draft, thread, *number, task.known.is_some(), state).err());
            }
        }
    }
    Refusals::check(refusals)
}

fn move_to(
    draft: &mut Draft<'_>,
    thread: ThreadId,
    number: TaskNumber,
    is_known: bool,
    state: &TaskState,
) -> Result<(), Refusal> {
    let tasks = &draft.thread(thread)?.tasks;
    let task = tasks.get(number).ok_or(Refusal::UnknownTask(TaskRef::Number(number)))?;
    if is_same(state, &task.state) {
        return Ok(());
    }
    moves::check_holder(task, draft.ask)?;
    // A task of another project may have begun before its dependency was reopened there.
    if is_known && !matches!(state.standing(), Standing::Todo | Standing::Dropped) {
        check_order(tasks, task)?;
    }
    let old = task.state.clone();
    let new = match state.clone() {
        TaskState::Doing(claim) => TaskState::Doing(Claim {
            fence: draft.fence(),
            ..claim
        }),
        other => other,
    };
    draft.record(Event::TaskMoved {
        thread,
        number,
        old,
        new,
    });
    Ok(())
}

/// A task starts and ends only after its dependencies are finished.
fn check_order(tasks: &Tasks, task: &Task) -> Result<(), Refusal> {
    let waiting_for = tasks.unsettled(task);
    match waiting_for.is_empty() {
        true => Ok(()),
        false => Err(Refusal::NotReady {
            task: task.number,
            waiting_for,
        }),
    }
}

/// Whoever writes a claim down does not know its fence.
fn is_same(written: &TaskState, known: &TaskState) -> bool {
    match (written, known) {
        (TaskState::Doing(written), TaskState::Doing(known)) => {
            (&written.agent, written.since, written.until) == (&known.agent, known.since, known.until)
        }
        _ => written == known,
    }
}

fn link(draft: &mut Draft<'_>, restatement: &Restatement, numbers: &[TaskNumber]) -> Result<(), Refusals> {
    let thread = restatement.thread;
    for (task, number) in restatement.tasks.iter().zip(numbers) {
        let mut after = Vec::with_capacity(task.after.len());
        for position in &task.after {
            let unknown = || Refusal::UnknownDependency {
                task: *number,
                dependency: TaskRef::Number(TaskNumber(u32::try_from(*position).unwrap_or(u32::MAX))),
            };
            after.push(*numbers.get(*position).ok_or_else(unknown)?);
        }
        after.sort_unstable();
        after.dedup();
        draft.relink(thread, *number, after);
    }
    Refusals::check(links::faults(&draft.thread(thread)?.tasks, numbers, &Reach::All))
}

/// Tasks that stand in their order already keep the places they have.
fn order(draft: &mut Draft<'_>, restatement: &Restatement, numbers: &[TaskNumber]) -> Result<(), Refusals> {
    let thread = restatement.thread;
    let tasks = &draft.thread(thread)?.tasks;
    let orders: Vec<_> = numbers
        .iter()
        .filter_map(|number| tasks.get(*number))
        .map(|task| task.order)
        .collect();
    let places: Vec<_> = orders.iter().copied().zip(numbers).collect();
    if places.is_sorted() {
        return Ok(());
    }
    for ((old, number), new) in orders.into_iter().zip(numbers).zip(1..) {
        if old != new {
            draft.record(Event::TaskReordered {
                thread,
                number: *number,
                old,
                new,
            });
        }
    }
    Ok(())
}

fn retitle(draft: &mut Draft<'_>, restatement: &Restatement, old: Plan) {
    // A plan that comes from elsewhere may be a later version of what is not here.
    let is_first = old.version == 1 && old.supersedes.is_none();
    let version = if is_first { restatement.version } else { old.version };
    let new = Plan {
        version,
        replans: old.replans.max(version.saturating_sub(old.version)),
        title: restatement.title.clone(),
        author: restatement.author.clone(),
        metadata: restatement.metadata.clone(),
        made: restatement.made.or(old.made),
        ..old.clone()
    };
    if new != old {
        draft.record(Event::PlanAdopted {
            thread: restatement.thread,
            old: Some(old),
            new: Some(new),
        });
    }
}

#[cfg(test)]
#[path = "restate_tests.rs"]
mod tests;
