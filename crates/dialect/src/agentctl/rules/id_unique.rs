use std::collections::BTreeMap;

use model::Diagnostic;

use super::{ID_UNIQUE, quoted};
use crate::agentctl::draft::Draft;

/// Every file but the first one with an id.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Diagnostic> {
    let mut first = BTreeMap::new();
    let mut faults = Vec::new();
    for task in &draft.tasks {
        let Some(id) = &task.words.id else { continue };
        let owner = *first.entry(id.value.as_str()).or_insert(task.file);
        if owner != task.file {
            let message = format!("The id {} is already that of `{owner}`.", quoted(&id.value));
            let fault = task.source.error(ID_UNIQUE, &id.span, message);
            faults.push(fault.with_hint("Give each task an id of its own."));
        }
    }
    faults
}
