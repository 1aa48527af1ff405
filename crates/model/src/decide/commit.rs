//! What stands in the plan folders becomes the plans, all of them or none.

use super::draft::Draft;
use super::links::{self, Reach};
use super::{adopt, moves, thread};
use crate::command::{Filing, Move};
use crate::event::Event;
use crate::id::ThreadId;
use crate::key::TaskKey;
use crate::refusal::{Refusal, Refusals};
use crate::task::{Standing, TaskRef};

pub(super) fn commit(draft: &mut Draft<'_>, filings: &[Filing]) -> Result<(), Refusals> {
    for filing in filings {
        match filing {
            Filing::Plan(adoption) => {
                adopt::adopt(draft, adoption)?;
                finish_decomposition(draft, adoption.thread)?;
            }
            Filing::Nothing { thread } => withdraw(draft, *thread)?,
        }
    }
    archive_released(draft)
}

/// A thread whose folder is empty has no plan; what came through other doors stays.
fn withdraw(draft: &mut Draft<'_>, id: ThreadId) -> Result<(), Refusals> {
    let state = draft.thread(id)?.clone();
    for task in state.tasks.rows().filter(|task| task.brief.filed.is_some()) {
        draft.remove_task(id, task)?;
    }
    if state.plan.as_ref().is_some_and(|plan| plan.filed.is_some()) {
        draft.record(Event::PlanAdopted {
            thread: id,
            old: state.plan,
            new: None,
        });
    }
    let tasks = &draft.thread(id)?.tasks;
    let all: Vec<_> = tasks.rows().map(|task| task.number).collect();
    Refusals::check(links::faults(tasks, &all, &Reach::All))
}

/// The task that asked for a plan has got one.
fn finish_decomposition(draft: &mut Draft<'_>, id: ThreadId) -> Result<(), Refusal> {
    let state = draft.thread(id)?;
    let Some(task) = state.tasks.find(&TaskRef::Key(TaskKey::decomposition())) else {
        return Ok(());
    };
    let is_open = matches!(task.standing(), Standing::Todo | Standing::Doing);
    if !is_open || task.brief.filed.is_some() || moves::check_holder(task, draft.ask).is_err() {
        return Ok(());
    }
    let finish = Move::finish(Some("The plan was committed.".into()), Vec::new());
    let (number, old) = (task.number, task.state.clone());
    if let Some(new) = moves::moved(&state.tasks, task, &finish, draft.ask, draft.fence())? {
        draft.record(Event::TaskMoved {
            thread: id,
            number,
            old,
            new,
        });
    }
    Ok(())
}

fn archive_released(draft: &mut Draft<'_>) -> Result<(), Refusals> {
    let released: Vec<_> = draft
        .state()
        .threads
        .values()
        .filter(|state| state.is_leaving())
        .map(|state| state.thread.id)
        .collect();
    released.into_iter().try_for_each(|id| thread::close(draft, id))
}

#[cfg(test)]
#[path = "commit_tests.rs"]
mod tests;
