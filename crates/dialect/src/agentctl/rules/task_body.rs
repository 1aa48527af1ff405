use model::Diagnostic;

use super::TASK_BODY;
use crate::agentctl::draft::TaskDraft;

pub(super) fn check(task: &TaskDraft<'_>) -> Option<Diagnostic> {
    let body = task.body.as_ref().filter(|body| body.text.trim().is_empty())?;
    let fault = task.source.error(TASK_BODY, &body.closing, "The task has no body.");
    Some(fault.with_hint("Say after the front matter what is to be done, and how to see that it is done."))
}
