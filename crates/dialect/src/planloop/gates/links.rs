//! What the tasks around a payload wait for once it is applied.

use std::collections::BTreeMap;

use model::{GraphFault, TaskGraph, TaskNumber};

use super::{Facts, Subject};

pub(super) struct Links {
    pub after: BTreeMap<TaskNumber, Vec<TaskNumber>>,
    /// Every task after what it waits for; `None` if there is a circle.
    pub order: Option<Vec<TaskNumber>>,
    pub circles: Vec<Vec<TaskNumber>>,
}

impl Links {
    /// `is_task` says which numbers exist, and `reaches_up` whether what stored tasks wait for was looked up.
    pub fn new(
        subjects: &[Subject<'_>],
        facts: &Facts<'_>,
        is_task: impl Fn(TaskNumber) -> bool,
        reaches_up: bool,
    ) -> Self {
        let mut after = BTreeMap::new();
        let mut unseen = Vec::new();
        for task in subjects {
            if task.dependencies.is_some() {
                let known: Vec<_> = task.dependency_numbers().filter(|number| is_task(*number)).collect();
                unseen.extend(&known);
                after.insert(task.number, known);
            } else if reaches_up && task.paths.is_some() {
                unseen.push(task.number);
            }
        }
        while let Some(number) = unseen.pop() {
            if after.contains_key(&number) {
                continue;
            }
            let above = if reaches_up {
                facts.thread.tasks.after(number).to_vec()
            } else {
                Vec::new()
            };
            unseen.extend(&above);
            after.insert(number, above);
        }
        Self::judged(after)
    }

    fn judged(after: BTreeMap<TaskNumber, Vec<TaskNumber>>) -> Self {
        match TaskGraph::build(&after) {
            Ok(graph) => Self {
                after,
                order: Some(graph.order()),
                circles: Vec::new(),
            },
            Err(faults) => Self {
                after,
                order: None,
                circles: faults.into_iter().filter_map(circle).collect(),
            },
        }
    }
}

fn circle(fault: GraphFault) -> Option<Vec<TaskNumber>> {
    match fault {
        GraphFault::Cycle(circle) => Some(circle),
        GraphFault::Unknown { .. } => None,
    }
}
