use model::Diagnostic;

use super::PLAN_FILE;
use crate::agentctl::draft::Draft;

pub(super) fn check(draft: &Draft<'_>) -> Option<Diagnostic> {
    if draft.plan.is_some() {
        return None;
    }
    let fault = Diagnostic::error(PLAN_FILE, "There are tasks, but no `plan.md`.").at_path(&draft.plan_path);
    Some(fault.with_hint("Write `plan.md` with a `title`, or empty the folder if the thread needs no plan."))
}
