//! New tasks: a number, a key of their own, and dependencies that may lead to each other in any order.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::links::{self, Reach};
use super::{criteria, size};
use crate::command::NewTask;
use crate::event::Event;
use crate::id::{TaskNumber, ThreadId, Uid};
use crate::key::TaskKey;
use crate::limits;
use crate::refusal::{Refusal, Refusals};
use crate::task::{Task, TaskRef, TaskState};
use crate::tasks::Tasks;

pub(super) fn add(draft: &mut Draft<'_>, thread: ThreadId, wanted: &[NewTask]) -> Result<(), Refusals> {
    let state = draft.thread(thread)?;
    let first = state.next_number;
    let known = usize::try_from(state.counts.total()).unwrap_or(usize::MAX);
    size::within("plan", known.saturating_add(wanted.len()), limits::TASKS)?;

    let mut refusals = Vec::new();
    let mut keys = BTreeMap::new();
    for (new, number) in wanted.iter().zip((first.0..).map(TaskNumber)) {
        refusals.extend(size::brief(&new.brief).err());
        refusals.extend(criteria::check(&new.brief).err());
        match free_key(&state.tasks, &keys, new, number) {
            Ok(key) => drop(keys.insert(key, number)),
            Err(taken) => refusals.push(taken),
        }
    }
    Refusals::check(refusals)?;

    let fresh = Fresh { first, keys };
    let tasks = new_tasks(&state.tasks, &fresh, wanted)?;
    let numbers: Vec<_> = tasks.iter().map(|task| task.number).collect();
    for task in tasks {
        draft.record(Event::TaskAdded { thread, task });
    }
    Refusals::check(links::faults(
        &draft.thread(thread)?.tasks,
        &numbers,
        &Reach::From(first),
    ))
}

/// The tasks of one change that are about to exist.
pub(super) struct Fresh {
    first: TaskNumber,
    keys: BTreeMap<TaskKey, TaskNumber>,
}

impl Fresh {
    pub fn none() -> Self {
        Self {
            first: TaskNumber(0),
            keys: BTreeMap::new(),
        }
    }

    fn number(&self, name: &TaskRef) -> Option<TaskNumber> {
        match name {
            TaskRef::Number(number) => {
                let offset = number.0.checked_sub(self.first.0)?;
                ((offset as usize) < self.keys.len()).then_some(*number)
            }
            TaskRef::Key(key) => self.keys.get(key).copied(),
        }
    }
}

fn new_tasks(tasks: &Tasks, fresh: &Fresh, wanted: &[NewTask]) -> Result<Vec<Task>, Refusals> {
    let mut refusals = Vec::new();
    let mut new_tasks = Vec::with_capacity(wanted.len());
    let mut keys: Vec<_> = fresh.keys.iter().collect();
    keys.sort_unstable_by_key(|(_, number)| **number);
    for (new, (key, &number)) in wanted.iter().zip(keys) {
        let after = resolve(tasks, fresh, number, &new.after).unwrap_or_else(|faults| {
            refusals.extend(faults);
            Vec::new()
        });
        new_tasks.push(Task {
            uid: new.uid,
            number,
            key: key.clone(),
            order: number.0,
            brief: new.brief.clone(),
            after,
            state: TaskState::Todo,
        });
    }
    Refusals::check(refusals)?;
    Ok(new_tasks)
}

/// The numbers behind the names, ascending and unique.
pub(super) fn resolve(
    tasks: &Tasks,
    fresh: &Fresh,
    task: TaskNumber,
    names: &[TaskRef],
) -> Result<Vec<TaskNumber>, Vec<Refusal>> {
    let mut numbers = Vec::with_capacity(names.len());
    let mut refusals = Vec::new();
    for name in names {
        let number = fresh.number(name).or_else(|| match name {
            TaskRef::Number(number) => tasks.standing(*number).map(|_| *number),
            TaskRef::Key(_) => tasks.find(name).map(|found| found.number),
        });
        match number {
            Some(number) => numbers.push(number),
            None => refusals.push(Refusal::UnknownDependency {
                task,
                dependency: name.clone(),
            }),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    if refusals.is_empty() {
        Ok(numbers)
    } else {
        Err(refusals)
    }
}

/// The wished key if it is free. A key that was only suggested by the title gives way, one that was asked for does not.
fn free_key(
    tasks: &Tasks,
    fresh: &BTreeMap<TaskKey, TaskNumber>,
    new: &NewTask,
    number: TaskNumber,
) -> Result<TaskKey, Refusal> {
    let is_free = |key: &TaskKey| !fresh.contains_key(key) && !tasks.is_key_taken(key);
    if let Some(key) = &new.key {
        return if is_free(key) {
            Ok(key.clone())
        } else {
            Err(Refusal::DuplicateKey(key.clone()))
        };
    }
    Ok(first_free(&new.brief.title, new.uid, number, is_free))
}

/// The key that a title suggests, made distinct from the keys that are taken.
pub(super) fn suggested_key(tasks: &Tasks, title: &str, uid: Uid, number: TaskNumber) -> TaskKey {
    first_free(title, uid, number, |key| !tasks.is_key_taken(key))
}

fn first_free(title: &str, uid: Uid, number: TaskNumber, is_free: impl Fn(&TaskKey) -> bool) -> TaskKey {
    let suggested = TaskKey::from_title(title);
    if is_free(&suggested) {
        return suggested;
    }
    let numbered = suggested.numbered(number);
    if is_free(&numbered) {
        return numbered;
    }
    suggested.with_uid(uid)
}
