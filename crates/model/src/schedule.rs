//! What a driver does next with a plan: which tasks it starts, what it waits for, and when it is over.
//!
//! It looks at the plan and at what the driver has under way, and at nothing else, so that the same picture always leads
//! to the same step.

mod overlap;

use std::collections::{BTreeMap, BTreeSet};

use crate::id::TaskNumber;
use crate::outlook::{Held, Stuck};
use crate::signal::Signal;
use crate::state::ThreadState;
use crate::task::{Standing, Task, TaskPath};
use crate::time::Timestamp;

pub use overlap::{overlap, split_at_pattern};

/// What a driver has under way, and what it was told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Driving {
    /// Tasks that its own agents work on.
    pub running: BTreeSet<TaskNumber>,
    /// How many may run at the same time.
    pub jobs: usize,
    /// How many may still be started in all.
    pub iterations: u64,
    /// The one task that it was started for.
    pub only: Option<TaskNumber>,
    /// Where declared paths lead, of tasks some of whose paths go through links.
    pub places: BTreeMap<TaskNumber, Vec<TaskPath>>,
    /// Tasks that it has nobody for.
    pub without_agent: BTreeSet<TaskNumber>,
}

impl Driving {
    /// The files that a task is about, as far as they are known.
    pub fn places<'a>(&'a self, task: &'a Task) -> &'a [TaskPath] {
        self.places.get(&task.number).unwrap_or(&task.brief.paths)
    }
}

/// The next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage<'a> {
    /// These can begin now, in this order.
    Start(Vec<&'a Task>),
    /// Until one of the running ones ends.
    Wait,
    /// This task has failed, and nothing runs any more.
    Replan(&'a Task),
    Stop(Stop<'a>),
}

/// Why there is nothing left to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop<'a> {
    /// Everything that was asked for is done or dropped.
    Complete,
    /// There is no task at all.
    Empty,
    /// A blocker is open.
    Blocked(&'a Signal),
    /// What is left waits for a dropped task.
    Stuck(Box<Stuck>),
    /// What is left is held by others.
    Held(Vec<Held>),
    /// The one task that was asked for waits for these.
    NotReady(Vec<TaskNumber>),
    /// Nobody is there for these, and nothing else can be started.
    WithoutAgent(Vec<TaskNumber>),
    /// Work is left, but no more attempts.
    OutOfIterations,
}

pub fn stage<'a>(thread: &'a ThreadState, driving: &Driving, at: Timestamp) -> Stage<'a> {
    let is_busy = !driving.running.is_empty();
    let obstacle = match (blocker(thread), failed(thread, driving)) {
        (Some(signal), _) => Some(Stage::Stop(Stop::Blocked(signal))),
        (None, Some(task)) => Some(Stage::Replan(task)),
        (None, None) => None,
    };
    if let Some(obstacle) = obstacle {
        return if is_busy { Stage::Wait } else { obstacle };
    }
    let start = startable(thread, driving, at);
    match (start.is_empty(), is_busy) {
        (false, _) if driving.iterations > 0 => {
            let most = usize::try_from(driving.iterations).unwrap_or(usize::MAX);
            Stage::Start(start.into_iter().take(most).collect())
        }
        (_, true) => Stage::Wait,
        (false, false) => Stage::Stop(Stop::OutOfIterations),
        (true, false) => Stage::Stop(rest(thread, driving, at)),
    }
}

/// The tasks that may start now, in the order of the plan; one that would disturb another waits for it.
fn startable<'a>(thread: &'a ThreadState, driving: &Driving, at: Timestamp) -> Vec<&'a Task> {
    let mut busy: Vec<&Task> = thread.tasks.rows().filter(|task| is_live(task, driving, at)).collect();
    let mut own = driving.running.len();
    let mut start = Vec::new();
    for task in in_order(thread) {
        if own >= driving.jobs {
            break;
        }
        if is_ready(thread, task, driving, at) && !is_disturbed(task, &busy, driving, start.len()) {
            busy.push(task);
            start.push(task);
            own += 1;
        }
    }
    start
}

fn in_order(thread: &ThreadState) -> Vec<&Task> {
    let mut tasks: Vec<&Task> = thread.tasks.rows().collect();
    tasks.sort_by_key(|task| task.place());
    tasks
}

fn is_ready(thread: &ThreadState, task: &Task, driving: &Driving, at: Timestamp) -> bool {
    !driving.without_agent.contains(&task.number) && is_due(thread, task, driving, at)
}

/// Whether it could begin, if somebody is there for it.
fn is_due(thread: &ThreadState, task: &Task, driving: &Driving, at: Timestamp) -> bool {
    let is_asked_for = driving.only.is_none_or(|only| only == task.number);
    let is_free = match task.standing() {
        Standing::Todo => true,
        Standing::Doing => !is_live(task, driving, at),
        Standing::Done | Standing::Failed | Standing::Dropped => false,
    };
    // An agent that calls its task done has not been checked yet.
    let is_early = task.after.iter().any(|number| driving.running.contains(number));
    is_asked_for && is_free && !is_early && thread.tasks.unmet(task).is_empty()
}

/// Somebody works on it, the driver's own agents or others.
fn is_live(task: &Task, driving: &Driving, at: Timestamp) -> bool {
    driving.running.contains(&task.number) || task.claim().is_some_and(|claim| claim.is_live(at))
}

/// What two agents change in one tree can only be told apart by the files that their tasks declare.
fn is_disturbed(task: &Task, busy: &[&Task], driving: &Driving, started: usize) -> bool {
    let is_own = |other: &&&Task| driving.running.contains(&other.number);
    let others = busy.len() - started;
    let (before, begun) = busy.split_at(others);
    let own = before.iter().filter(is_own).chain(begun);
    let declares = |task: &Task| !task.brief.paths.is_empty();
    own.into_iter().any(|other| !declares(task) || !declares(other))
        || busy
            .iter()
            .any(|other| overlap(driving.places(task), driving.places(other)))
}

fn blocker(thread: &ThreadState) -> Option<&Signal> {
    thread.open_signals().find(|signal| signal.blocks())
}

fn failed<'a>(thread: &'a ThreadState, driving: &Driving) -> Option<&'a Task> {
    let is_meant = |task: &&Task| driving.only.is_none_or(|only| only == task.number);
    let failed = thread.tasks.rows().filter(|task| task.standing() == Standing::Failed);
    failed.filter(is_meant).min_by_key(|task| task.place())
}

/// Nothing can be started, and nothing runs.
fn rest<'a>(thread: &'a ThreadState, driving: &Driving, at: Timestamp) -> Stop<'a> {
    let without_agent = without_agent(thread, driving, at);
    if !without_agent.is_empty() {
        return Stop::WithoutAgent(without_agent);
    }
    if let Some(only) = driving.only {
        return rest_of_one(thread, only, at);
    }
    if thread.tasks.is_empty() {
        return Stop::Empty;
    }
    if thread.counts.is_complete() {
        return Stop::Complete;
    }
    let held: Vec<Held> = thread.tasks.rows().filter_map(|task| held(task, at)).collect();
    match (held.is_empty(), thread.stuck(at)) {
        (true, Some(stuck)) => Stop::Stuck(Box::new(stuck)),
        _ => Stop::Held(held),
    }
}

fn without_agent(thread: &ThreadState, driving: &Driving, at: Timestamp) -> Vec<TaskNumber> {
    let left = driving
        .without_agent
        .iter()
        .filter_map(|number| thread.tasks.get(*number));
    left.filter(|task| is_due(thread, task, driving, at))
        .map(|task| task.number)
        .collect()
}

fn rest_of_one<'a>(thread: &'a ThreadState, only: TaskNumber, at: Timestamp) -> Stop<'a> {
    match thread.tasks.get(only) {
        None => Stop::Empty,
        Some(task) if task.standing().is_settled() => Stop::Complete,
        Some(task) => match held(task, at) {
            Some(held) => Stop::Held(vec![held]),
            None => Stop::NotReady(thread.tasks.unmet(task)),
        },
    }
}

fn held(task: &Task, at: Timestamp) -> Option<Held> {
    let claim = task.claim().filter(|claim| claim.is_live(at))?;
    Some(Held {
        number: task.number,
        title: task.brief.title.clone(),
        claim: claim.clone(),
    })
}

#[cfg(test)]
#[path = "schedule/stage_tests.rs"]
mod tests;
