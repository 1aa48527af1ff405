//! Dependencies lead to tasks that exist, and never in a circle.

use std::collections::BTreeMap;

use crate::graph::{GraphFault, TaskGraph};
use crate::id::TaskNumber;
use crate::refusal::Refusal;
use crate::task::TaskRef;
use crate::tasks::Tasks;

/// How far up to look for circles.
pub(super) enum Reach {
    /// Only tasks from this number on can be part of a new circle: older ones do not wait for them.
    From(TaskNumber),
    All,
}

/// Every fault in what the `changed` tasks wait for.
pub(super) fn faults(tasks: &Tasks, changed: &[TaskNumber], reach: &Reach) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for &task in changed {
        for &dependency in tasks.after(task) {
            if tasks.standing(dependency).is_none() {
                refusals.push(Refusal::UnknownDependency {
                    task,
                    dependency: TaskRef::Number(dependency),
                });
            }
        }
    }
    if !refusals.is_empty() {
        return refusals;
    }
    match TaskGraph::build(&links_above(tasks, changed, reach)) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().filter_map(circle).collect(),
    }
}

fn links_above(tasks: &Tasks, changed: &[TaskNumber], reach: &Reach) -> BTreeMap<TaskNumber, Vec<TaskNumber>> {
    let within = |number: &TaskNumber| match reach {
        Reach::From(first) => number >= first,
        Reach::All => true,
    };
    let mut links = BTreeMap::new();
    let mut open: Vec<_> = changed.to_vec();
    while let Some(number) = open.pop() {
        if links.contains_key(&number) {
            continue;
        }
        let after: Vec<_> = tasks.after(number).iter().copied().filter(within).collect();
        open.extend(&after);
        links.insert(number, after);
    }
    links
}

fn circle(fault: GraphFault) -> Option<Refusal> {
    match fault {
        GraphFault::Cycle(path) => Some(Refusal::Cycle(path)),
        GraphFault::Unknown { .. } => None,
    }
}
