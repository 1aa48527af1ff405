//! # tasks-folder
//!
//! A plan should have tasks. One without any is accepted, with this warning.
//!
//! A plan whose tasks were written to another place looks just like a plan without tasks.
//!
//! Bad:  `plan.md` alone
//! Good: `plan.md` and `tasks/01-create-schema.md`

use model::{Diagnostic, Severity};

use crate::agentctl::draft::Draft;

pub const RULE: &str = "tasks-folder";

pub(super) fn check(draft: &Draft<'_>) -> Option<Diagnostic> {
    if !draft.tasks.is_empty() || !draft.strays.is_empty() {
        return None;
    }
    let fault = Diagnostic::error(RULE, "The plan has no tasks.").at_path(&draft.tasks_path);
    Some(Diagnostic {
        severity: Severity::Warning,
        ..fault.with_hint("Write each task into a file such as `tasks/01-first-step.md` beside `plan.md`.")
    })
}
