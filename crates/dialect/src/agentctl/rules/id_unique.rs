//! # id-unique
//!
//! No two tasks of a folder have the same `id`.
//!
//! A dependency on an id that two tasks share could mean either. Tasks of other folders may use the same ids.
//!
//! Bad:  `id: create-schema` in both `01-create-schema.md` and `02-create-tables.md`
//! Good: `id: create-schema` and `id: create-tables`

use std::collections::BTreeMap;

use model::Diagnostic;

use super::quoted;
use crate::agentctl::draft::Draft;

pub const RULE: &str = "id-unique";

/// Every file but the first one with an id.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Diagnostic> {
    let mut first = BTreeMap::new();
    let mut faults = Vec::new();
    for task in &draft.tasks {
        let Some(id) = &task.words.id else { continue };
        let owner = *first.entry(id.value.as_str()).or_insert(task.file);
        if owner != task.file {
            let message = format!("The id {} is already that of `{owner}`.", quoted(&id.value));
            let fault = task.source.error(RULE, &id.span, message);
            faults.push(fault.with_hint("Give each task an id of its own."));
        }
    }
    faults
}
