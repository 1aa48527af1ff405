//! # depends-on-exists
//!
//! Every entry of `depends_on` is the `id` of a task in the same folder.
//!
//! A task that waits for nothing real would wait forever. Threads are independent of each other, so a task cannot wait
//! for one of another folder. An id that belongs to a file which cannot be read yet is not held against others.
//!
//! Bad:  `depends_on: [create-shema]`
//! Good: `depends_on: [create-schema]`

use std::collections::BTreeSet;

use model::Diagnostic;

use super::quoted;
use crate::agentctl::draft::Draft;
use crate::spelling::nearest;

pub const RULE: &str = "depends-on-exists";

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
            let fault = task.source.error(RULE, &dependency.span, message);
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
