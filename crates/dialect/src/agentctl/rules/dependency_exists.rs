use std::collections::BTreeSet;

use model::Diagnostic;

use super::{DEPENDS_ON_EXISTS, quoted};
use crate::agentctl::draft::Draft;
use crate::spelling::nearest;

/// The id of a file that cannot be read yet counts as known, so that one error does not cause others.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Diagnostic> {
    let known = draft.possible_ids();
    let mut faults = Vec::new();
    for task in &draft.tasks {
        let mut told = BTreeSet::new();
        for dependency in &task.words.depends_on {
            let id = dependency.value.as_str();
            if known.contains(id) || !told.insert(id) {
                continue;
            }
            let message = format!("It depends on {}, but no task of this folder has that id.", quoted(id));
            let fault = task.source.error(DEPENDS_ON_EXISTS, &dependency.span, message);
            faults.push(fault.with_hint(hint(id, &known)));
        }
    }
    faults
}

fn hint(id: &str, known: &BTreeSet<&str>) -> String {
    match nearest(id, known.iter().copied()) {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => "Name the `id` of a task in the same folder, or remove the entry.".to_owned(),
    }
}
