//! The next version of a plan. What survives by key keeps its number, its id and its state.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::links::{self, Reach};
use super::size;
use crate::command::{AdoptedTask, Adoption, Scope};
use crate::event::Event;
use crate::id::TaskNumber;
use crate::key::TaskKey;
use crate::limits;
use crate::plan::Plan;
use crate::refusal::{Refusal, Refusals};
use crate::state::ThreadState;
use crate::task::{Brief, Task, TaskRef, TaskState};

pub(super) fn adopt(draft: &mut Draft<'_>, adoption: &Adoption) -> Result<(), Refusals> {
    check(adoption)?;
    let thread = adoption.thread;
    let old = draft.thread(thread)?.clone();
    size::next_version(old.plan.as_ref().map_or(0, |plan| plan.version))?;
    let steps_before = draft.steps();
    let kept: BTreeSet<_> = adoption.tasks.iter().map(|task| &task.key).collect();
    let spoken_for = |task: &&Task| adoption.scope == Scope::Everything || task.brief.filed.is_some();
    for task in old
        .tasks
        .rows()
        .filter(spoken_for)
        .filter(|task| !kept.contains(&task.key))
    {
        draft.remove_task(thread, task)?;
    }
    let numbers = number_all(draft, adoption)?;
    for task in &adoption.tasks {
        let number = numbers[&task.key];
        if !is_same_file(&old, adoption, task) {
            settle(draft, adoption, number, task)?;
            draft.relink(thread, number, after(&numbers, number, task)?);
        }
    }
    // Not only the adopted ones: what came through other doors may wait for a task that is gone now.
    let tasks = &draft.thread(thread)?.tasks;
    let all: Vec<_> = tasks.rows().map(|task| task.number).collect();
    Refusals::check(links::faults(tasks, &all, &Reach::All))?;
    let are_tasks_same = draft.steps() == steps_before;
    supersede(draft, adoption, old.plan, are_tasks_same);
    draft.reopen_if_incomplete(thread);
    Ok(())
}

fn check(adoption: &Adoption) -> Result<(), Refusals> {
    size::chars("title", &adoption.title, limits::GOAL_CHARS)?;
    size::text("body", &adoption.body)?;
    size::metadata(&adoption.metadata)?;
    size::within("plan", adoption.tasks.len(), limits::TASKS)?;
    let mut seen = BTreeSet::new();
    let mut refusals = Vec::new();
    for task in &adoption.tasks {
        refusals.extend(size::brief(&task.brief).err());
        if !seen.insert(&task.key) {
            refusals.push(Refusal::DuplicateKey(task.key.clone()));
        }
    }
    Refusals::check(refusals)
}

fn number_all(draft: &mut Draft<'_>, adoption: &Adoption) -> Result<BTreeMap<TaskKey, TaskNumber>, Refusal> {
    let thread = adoption.thread;
    let mut numbers = BTreeMap::new();
    for task in &adoption.tasks {
        let state = draft.thread(thread)?;
        let number = match state.tasks.find(&TaskRef::Key(task.key.clone())) {
            Some(survivor) => survivor.number,
            None => {
                let number = state.next_number;
                draft.record(Event::TaskAdded {
                    thread,
                    task: Task {
                        uid: task.uid,
                        number,
                        key: task.key.clone(),
                        order: task.order,
                        brief: brief(&adoption.scope, task, &Brief::default()),
                        after: Vec::new(),
                        state: TaskState::Todo,
                    },
                });
                number
            }
        };
        numbers.insert(task.key.clone(), number);
    }
    Ok(numbers)
}

/// A file that is still the one that was taken in says nothing new, whatever other doors made of its task.
fn is_same_file(old: &ThreadState, adoption: &Adoption, wanted: &AdoptedTask) -> bool {
    let known = old.tasks.find(&TaskRef::Key(wanted.key.clone()));
    let known = known.and_then(|task| task.brief.filed.as_ref());
    adoption.scope != Scope::Everything && known.is_some() && known == wanted.brief.filed.as_ref()
}

fn settle(draft: &mut Draft<'_>, adoption: &Adoption, number: TaskNumber, wanted: &AdoptedTask) -> Result<(), Refusal> {
    let thread = adoption.thread;
    let Some(task) = draft.thread(thread)?.tasks.get(number).cloned() else {
        return Ok(());
    };
    if task.order != wanted.order {
        draft.record(Event::TaskReordered {
            thread,
            number,
            old: task.order,
            new: wanted.order,
        });
    }
    let new = brief(&adoption.scope, wanted, &task.brief);
    if task.brief != new {
        draft.record(Event::TaskEdited {
            thread,
            number,
            old: task.brief,
            new,
        });
    }
    Ok(())
}

/// A file cannot carry everything that other doors know of a task; what it cannot carry survives.
fn brief(scope: &Scope, wanted: &AdoptedTask, old: &Brief) -> Brief {
    match scope {
        Scope::Everything => wanted.brief.clone(),
        Scope::Filed(_) => Brief {
            title: wanted.brief.title.clone(),
            body: wanted.brief.body.clone(),
            agent: wanted.brief.agent.clone(),
            checklist: wanted.brief.checklist.clone(),
            filed: wanted.brief.filed.clone(),
            ..old.clone()
        },
    }
}

fn after(
    numbers: &BTreeMap<TaskKey, TaskNumber>,
    task: TaskNumber,
    wanted: &AdoptedTask,
) -> Result<Vec<TaskNumber>, Refusal> {
    let number = |key: &TaskKey| {
        numbers.get(key).copied().ok_or_else(|| Refusal::UnknownDependency {
            task,
            dependency: TaskRef::Key(key.clone()),
        })
    };
    let mut after = wanted.after.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    after.sort_unstable();
    after.dedup();
    Ok(after)
}

/// An adoption that changes nothing makes no version.
fn supersede(draft: &mut Draft<'_>, adoption: &Adoption, old: Option<Plan>, are_tasks_same: bool) {
    let filed = match &adoption.scope {
        Scope::Everything => None,
        Scope::Filed(fingerprint) => Some(fingerprint.clone()),
    };
    let metadata = match (&old, &adoption.scope) {
        (Some(old), Scope::Filed(_)) => old.metadata.clone(),
        _ => adoption.metadata.clone(),
    };
    let is_same = old.as_ref().is_some_and(|plan| match &filed {
        Some(_) => plan.filed == filed,
        None => plan.title == adoption.title && plan.body == adoption.body && plan.metadata == metadata,
    });
    if is_same && are_tasks_same {
        return;
    }
    let last = old.as_ref().map(|plan| (plan.uid, plan.version));
    let last = last.or(adoption.withdrawn.map(|withdrawn| (withdrawn.plan, withdrawn.version)));
    draft.record(Event::PlanAdopted {
        thread: adoption.thread,
        new: Some(Plan {
            uid: adoption.plan,
            version: last.map_or(1, |(_, version)| version.saturating_add(1)),
            supersedes: last.map(|(uid, _)| uid),
            title: adoption.title.clone(),
            body: adoption.body.clone(),
            author: adoption.author.clone(),
            metadata,
            filed,
            made: Some(draft.ask.at),
            replans: old.as_ref().map_or(0, |plan| plan.replans),
            grounds: Box::default(),
        }),
        old,
    });
}
