//! Adding, changing and closing, in this order, whole or not at all.

use super::add::{self, Fresh, resolve};
use super::draft::Draft;
use super::links::{self, Reach};
use super::{claim, criteria, moves, size};
use crate::command::{Change, Edit, Move, TaskChange};
use crate::event::Event;
use crate::id::{TaskNumber, ThreadId};
use crate::refusal::{Refusal, Refusals};
use crate::session::Summary;
use crate::task::{Brief, TaskRef};

pub(super) fn change(draft: &mut Draft<'_>, change: &Change) -> Result<(), Refusals> {
    let current = draft.state().version();
    if let Some(seen) = change.last_seen.filter(|seen| *seen != current) {
        return Err(Refusal::VersionConflict { seen, current }.into());
    }
    add::add(draft, change.thread, &change.add)?;
    update(draft, change.thread, &change.update)?;
    if let Some(text) = &change.summary {
        close(draft, change.thread, text)?;
    }
    draft.reopen_if_incomplete(change.thread);
    claim::renew(draft, change.thread);
    Ok(())
}

fn update(draft: &mut Draft<'_>, thread: ThreadId, updates: &[TaskChange]) -> Result<(), Refusals> {
    let mut refusals = Vec::new();
    let mut relinked = Vec::new();
    for update in updates {
        match apply(draft, thread, update) {
            Ok(Some(number)) => relinked.push(number),
            Ok(None) => {}
            Err(faults) => refusals.extend(faults),
        }
    }
    Refusals::check(refusals)?;
    Refusals::check(links::faults(&draft.thread(thread)?.tasks, &relinked, &Reach::All))
}

/// Returns the task's number if what it waits for was changed.
fn apply(draft: &mut Draft<'_>, thread: ThreadId, update: &TaskChange) -> Result<Option<TaskNumber>, Vec<Refusal>> {
    let one = |refusal| vec![refusal];
    let state = draft.thread(thread).map_err(one)?;
    let Some(task) = state.tasks.find(&update.task) else {
        return Err(one(Refusal::UnknownTask(update.task.clone())));
    };
    moves::check_fence(task, update.fence, draft.ask).map_err(one)?;
    let (number, old) = (task.number, task.brief.clone());
    let new = edited(&old, &update.edit);
    size::brief(&new).map_err(one)?;
    // Old plans may have a hollow criterion, which is nobody's fault who changes something else.
    if update.edit.acceptance.is_some() {
        criteria::check(&new).map_err(one)?;
    }
    if new != old {
        draft.record(Event::TaskEdited {
            thread,
            number,
            old,
            new,
        });
    }
    let relinked = match &update.after {
        Some(names) => {
            let new = resolve(&draft.thread(thread).map_err(one)?.tasks, &Fresh::none(), number, names)?;
            draft.relink(thread, number, new).then_some(number)
        }
        None => None,
    };
    if let Some(to) = &update.to {
        move_task(draft, thread, number, to).map_err(one)?;
    }
    Ok(relinked)
}

pub(super) fn move_task(draft: &mut Draft<'_>, thread: ThreadId, number: TaskNumber, to: &Move) -> Result<(), Refusal> {
    size::words(to)?;
    let tasks = &draft.thread(thread)?.tasks;
    let Some(task) = tasks.get(number) else {
        return Err(Refusal::UnknownTask(TaskRef::Number(number)));
    };
    let old = task.state.clone();
    if let Some(new) = moves::moved(tasks, task, to, draft.ask, draft.fence())? {
        draft.record(Event::TaskMoved {
            thread,
            number,
            old,
            new,
        });
    }
    Ok(())
}

fn close(draft: &mut Draft<'_>, thread: ThreadId, text: &str) -> Result<(), Refusals> {
    size::text("summary", text)?;
    let counts = draft.thread(thread)?.counts;
    if !counts.is_complete() {
        return Err(Refusal::PlanNotComplete {
            open: counts.total() - counts.settled(),
            total: counts.total(),
        }
        .into());
    }
    let old = draft
        .state()
        .session
        .as_ref()
        .and_then(|session| session.summary.clone());
    if old.as_ref().is_some_and(|summary| summary.text == text) {
        return Ok(());
    }
    let new = Some(Summary {
        text: text.to_owned(),
        by: draft.ask.by.clone(),
        at: draft.ask.at,
    });
    draft.record(Event::SummarySet { old, new });
    Ok(())
}

fn edited(old: &Brief, edit: &Edit) -> Brief {
    let mut new = old.clone();
    if let Some(title) = &edit.title {
        new.title.clone_from(title);
    }
    if let Some(body) = &edit.body {
        new.body.clone_from(body);
    }
    if let Some(kind) = edit.kind {
        new.kind = Some(kind);
    }
    if let Some(hints) = &edit.hints {
        new.hints.clone_from(hints);
    }
    if let Some(agent) = &edit.agent {
        new.agent = Some(agent.clone());
    }
    if let Some(paths) = &edit.paths {
        new.paths.clone_from(paths);
    }
    if let Some(acceptance) = &edit.acceptance {
        new.acceptance.clone_from(acceptance);
    }
    new
}
