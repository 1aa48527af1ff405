use std::collections::BTreeMap;

use model::Diagnostic;

use super::ORDER_UNIQUE;
use crate::agentctl::TASKS_MAX;
use crate::agentctl::draft::Draft;

/// Every file but the first one with a number.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Diagnostic> {
    let mut first = BTreeMap::new();
    let mut faults = Vec::new();
    for task in &draft.tasks {
        let order = task.name.order;
        let owner = *first.entry(order).or_insert(task.file);
        if owner != task.file {
            let message = format!("The number {order:02} is already that of `{owner}`.");
            let fault = Diagnostic::error(ORDER_UNIQUE, message).at_path(&task.source.path);
            faults.push(fault.with_hint(hint(draft)));
        }
    }
    faults
}

fn hint(draft: &Draft<'_>) -> String {
    let count = draft.tasks.len();
    if count > TASKS_MAX {
        return format!(
            "There are {count} tasks, and two digits allow at most {TASKS_MAX}, `00` to `99`. Put some into another \
             thread: `agentctl plan request-thread-dir`."
        );
    }
    let is_taken = |order: u32| draft.tasks.iter().any(|task| task.name.order == order);
    match (1..)
        .zip(0..TASKS_MAX)
        .map(|(order, _)| order)
        .find(|order| !is_taken(*order))
    {
        Some(free) => format!("Rename one of the two files; {free:02} is free."),
        None => "Rename one of the two files.".to_owned(),
    }
}
