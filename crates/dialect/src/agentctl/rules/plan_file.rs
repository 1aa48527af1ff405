//! # plan-file
//!
//! A folder that holds tasks also holds `plan.md`.
//!
//! The plan says what the tasks are for. A folder without any file is fine: it means that the thread has no plan.
//!
//! Bad:  a folder with `tasks/01-create-schema.md` alone
//! Good: a folder with `plan.md` and `tasks/01-create-schema.md`

use model::Diagnostic;

use crate::agentctl::draft::Draft;

pub const RULE: &str = "plan-file";

pub(super) fn check(draft: &Draft<'_>) -> Option<Diagnostic> {
    if draft.plan.is_some() {
        return None;
    }
    let fault = Diagnostic::error(RULE, "There are tasks, but no `plan.md`.").at_path(&draft.plan_path);
    Some(fault.with_hint("Write `plan.md` with a `title`, or empty the folder if the thread needs no plan."))
}
