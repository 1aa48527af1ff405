use model::{Diagnostic, Severity};

use super::TASKS_FOLDER;
use crate::agentctl::draft::Draft;

pub(super) fn check(draft: &Draft<'_>) -> Option<Diagnostic> {
    if let Some(why) = draft.tasks_trouble {
        let fault = Diagnostic::error(TASKS_FOLDER, format!("The tasks cannot be read: {why}."));
        let hint = "Make `tasks` a folder that holds the files of the tasks and nothing else.";
        return Some(fault.at_path(&draft.tasks_path).with_hint(hint));
    }
    if !draft.tasks.is_empty() || !draft.strays.is_empty() {
        return None;
    }
    let fault = Diagnostic::error(TASKS_FOLDER, "The plan has no tasks.").at_path(&draft.tasks_path);
    Some(Diagnostic {
        severity: Severity::Warning,
        ..fault.with_hint("Write each task into a file such as `tasks/01-first-step.md` beside `plan.md`.")
    })
}
