//! The next version of a plan after a failure.
//!
//! Nothing here can touch a finished task but what it waits for, and that only where it waited for something that goes.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::links::{self, Reach};
use super::{add, criteria, size};
use crate::command::{Link, Replaced, Replanning};
use crate::event::Event;
use crate::id::TaskNumber;
use crate::limits;
use crate::plan::Plan;
use crate::refusal::{Refusal, Refusals};
use crate::state::ThreadState;
use crate::task::{Standing, Task, TaskRef, TaskState};

pub(super) fn replan(draft: &mut Draft<'_>, replanning: &Replanning) -> Result<(), Refusals> {
    let thread = replanning.thread;
    let old = draft.thread(thread)?.clone();
    let plan = old.plan.clone().ok_or(Refusal::NoPlan)?;
    let leaving = check(&old, &plan, replanning)?;
    for task in old.tasks.rows().filter(|task| leaving.contains(&task.number)) {
        draft.remove_task(thread, task)?;
    }
    for task in old.tasks.rows().filter(|task| !leaving.contains(&task.number)) {
        let kept = task.after.iter().copied().filter(|number| !leaving.contains(number));
        draft.relink(thread, task.number, kept.collect());
    }
    add_new(draft, replanning)?;
    draft.record(Event::PlanAdopted {
        thread,
        new: Some(next(draft, &plan, replanning)),
        old: Some(plan),
    });
    draft.reopen_if_incomplete(thread);
    Ok(())
}

impl ThreadState {
    /// What goes when the plan is made anew: whatever failed, and the open work that waits for it, however indirectly.
    /// Open work behind a finished task does not wait any more.
    pub fn replaced(&self) -> BTreeMap<TaskNumber, Replaced> {
        let leaving = leaving(self);
        let rows = self.tasks.rows().filter(|task| leaving.contains(&task.number));
        rows.map(|task| (task.number, Replaced::of(task))).collect()
    }
}

impl Replaced {
    fn of(task: &Task) -> Self {
        Self {
            brief: task.brief.clone(),
            error: match &task.state {
                TaskState::Failed(failure) => Some(failure.error.clone()),
                _ => None,
            },
        }
    }
}

fn leaving(state: &ThreadState) -> BTreeSet<TaskNumber> {
    let mut waiting: BTreeMap<TaskNumber, Vec<TaskNumber>> = BTreeMap::new();
    let is_open = |task: &&Task| matches!(task.standing(), Standing::Todo | Standing::Doing);
    for task in state.tasks.rows().filter(is_open) {
        for dependency in &task.after {
            waiting.entry(*dependency).or_default().push(task.number);
        }
    }
    let has_failed = |task: &&Task| task.standing() == Standing::Failed;
    let failed = state.tasks.rows().filter(has_failed);
    let mut found: Vec<_> = failed.map(|task| task.number).collect();
    let mut leaving = BTreeSet::new();
    while let Some(number) = found.pop() {
        if leaving.insert(number) {
            found.extend(waiting.remove(&number).unwrap_or_default());
        }
    }
    leaving
}

/// What leaves.
fn check(old: &ThreadState, plan: &Plan, replanning: &Replanning) -> Result<BTreeSet<TaskNumber>, Refusals> {
    let (seen, current) = (replanning.seen, plan.version);
    if seen != current {
        return Err(Refusal::PlanReplaced { seen, current }.into());
    }
    if !replanning.force && old.counts.failed == 0 {
        return Err(Refusal::NothingFailed.into());
    }
    let (replans, limit) = (plan.replans, replanning.limit);
    if replans >= limit {
        return Err(Refusal::ReplansSpent { replans, limit }.into());
    }
    let replaced = old.replaced();
    let unseen = differing(&replanning.replaced, &replaced);
    if !unseen.is_empty() {
        return Err(Refusal::ReplacedOtherwise(unseen).into());
    }
    if replanning.tasks.is_empty() {
        return Err(Refusal::EmptyReplan.into());
    }
    size::next_version(plan.version)?;
    size::grounds(&replanning.grounds)?;
    let known = usize::try_from(old.counts.total()).unwrap_or(usize::MAX);
    size::within("plan", known.saturating_add(replanning.tasks.len()), limits::TASKS)?;
    let briefs = replanning
        .tasks
        .iter()
        .flat_map(|task| [size::brief(&task.brief).err(), criteria::check(&task.brief).err()])
        .flatten();
    Refusals::check(briefs.collect())?;
    Ok(replaced.into_keys().collect())
}

/// Tasks that go unseen, that stay though they were to go, or that are not what they were.
fn differing(seen: &BTreeMap<TaskNumber, Replaced>, now: &BTreeMap<TaskNumber, Replaced>) -> Vec<TaskNumber> {
    let numbers: BTreeSet<_> = seen.keys().chain(now.keys()).copied().collect();
    let differs = |number: &TaskNumber| seen.get(number) != now.get(number);
    numbers.into_iter().filter(differs).collect()
}

/// The new tasks come last, whatever the order of those that stay.
fn add_new(draft: &mut Draft<'_>, replanning: &Replanning) -> Result<(), Refusals> {
    let state = draft.thread(replanning.thread)?;
    let first = state.next_number;
    let last = state.tasks.rows().map(|task| task.order).max().unwrap_or(0);
    let mut refusals = Vec::new();
    let mut numbers = Vec::new();
    for (position, new) in (0..).zip(&replanning.tasks) {
        let number = TaskNumber(first.0.saturating_add(position));
        let state = draft.thread(replanning.thread)?;
        let mut after = Vec::with_capacity(new.after.len());
        for link in &new.after {
            match resolved(state, first, replanning.tasks.len(), *link) {
                Ok(dependency) => after.push(dependency),
                Err(dependency) => refusals.push(Refusal::UnknownDependency {
                    task: number,
                    dependency: TaskRef::Number(dependency),
                }),
            }
        }
        after.sort_unstable();
        after.dedup();
        let task = Task {
            uid: new.uid,
            number,
            key: add::suggested_key(&state.tasks, &new.brief.title, new.uid, number),
            order: last.saturating_add(1).saturating_add(position),
            brief: new.brief.clone(),
            after,
            state: TaskState::Todo,
        };
        draft.record(Event::TaskAdded {
            thread: replanning.thread,
            task,
        });
        numbers.push(number);
    }
    Refusals::check(refusals)?;
    let tasks = &draft.thread(replanning.thread)?.tasks;
    Refusals::check(links::faults(tasks, &numbers, &Reach::From(first)))
}

/// The number behind a link, or the number that it would have if it led anywhere.
fn resolved(state: &ThreadState, first: TaskNumber, count: usize, link: Link) -> Result<TaskNumber, TaskNumber> {
    match link {
        Link::New(position) => {
            let number = TaskNumber(first.0.saturating_add(u32::try_from(position).unwrap_or(u32::MAX)));
            if position < count { Ok(number) } else { Err(number) }
        }
        Link::Kept(number) => match state.tasks.standing(number) {
            Some(_) if number < first => Ok(number),
            _ => Err(number),
        },
    }
}

fn next(draft: &Draft<'_>, plan: &Plan, replanning: &Replanning) -> Plan {
    let mut metadata = plan.metadata.clone();
    // They hold from now on, for whoever reads the plan later.
    for constraint in &replanning.grounds.constraints {
        if !metadata.constraints.contains(constraint) {
            metadata.constraints.push(constraint.clone());
        }
    }
    Plan {
        uid: replanning.plan,
        version: plan.version.saturating_add(1),
        supersedes: Some(plan.uid),
        author: replanning.author.clone(),
        metadata,
        made: Some(draft.ask.at),
        replans: plan.replans.saturating_add(1),
        grounds: Box::new(replanning.grounds.clone()),
        ..plan.clone()
    }
}

#[cfg(test)]
#[path = "replan_tests.rs"]
mod tests;
