use std::collections::BTreeMap;

use model::{Diagnostic, GraphFault, TaskGraph, TaskNumber};

use super::DEPENDS_ON_CYCLE;
use crate::agentctl::draft::{Draft, TaskDraft};

/// Reports each group of tasks in a cycle once, with its shortest cycle through the smallest id.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Diagnostic> {
    let tasks = tasks_by_id(draft);
    let numbers: BTreeMap<&str, TaskNumber> = tasks.keys().copied().zip((0..).map(TaskNumber)).collect();
    let ids: Vec<&str> = tasks.keys().copied().collect();
    let after = tasks.iter().map(|(id, task)| {
        let known = task
            .words
            .depends_on
            .iter()
            .filter_map(|id| numbers.get(id.value.as_str()));
        (numbers[id], known.copied().collect())
    });
    let Err(faults) = TaskGraph::build(&after.collect()) else {
        return Vec::new();
    };
    let circles = faults.into_iter().filter_map(|fault| match fault {
        GraphFault::Cycle(circle) => Some(circle),
        GraphFault::Unknown { .. } => None,
    });
    circles
        .filter_map(|circle| {
            let ids: Vec<_> = circle
                .iter()
                .filter_map(|number| ids.get(number.0 as usize))
                .copied()
                .collect();
            report(&tasks, &ids)
        })
        .collect()
}

/// The tasks whose id is unique. A dependency on a shared id could mean either task.
fn tasks_by_id<'a>(draft: &'a Draft<'a>) -> BTreeMap<&'a str, &'a TaskDraft<'a>> {
    let mut tasks: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for task in &draft.tasks {
        if let Some(id) = task.id() {
            tasks.entry(id).or_default().push(task);
        }
    }
    tasks
        .into_iter()
        .filter_map(|(id, owners)| match owners.as_slice() {
            [only] => Some((id, *only)),
            _ => None,
        })
        .collect()
}

fn report(tasks: &BTreeMap<&str, &TaskDraft<'_>>, circle: &[&str]) -> Option<Diagnostic> {
    let first = circle.first()?;
    let task = tasks.get(first)?;
    let next = circle.get(1).unwrap_or(first);
    let link = task.words.depends_on.iter().find(|id| id.value == *next)?;
    let drawn = circle.iter().chain([first]).copied().collect::<Vec<_>>().join(" → ");
    let message = match circle {
        [_] => format!("The task waits for itself: {drawn}."),
        _ => format!("Tasks wait for each other in a circle: {drawn}."),
    };
    let fault = task.source.error(DEPENDS_ON_CYCLE, &link.span, message);
    Some(fault.with_hint("Take one of these dependencies away, so that some task can come first."))
}
