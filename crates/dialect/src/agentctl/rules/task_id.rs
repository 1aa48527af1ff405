use model::{Diagnostic, TaskKey};

use super::{FRONT_MATTER_YAML, TASK_ID, quoted};
use crate::agentctl::draft::TaskDraft;

pub(super) const HINT: &str = "Give the task a name of its own in kebab-case: `id: create-schema`.";

pub(super) fn check(task: &TaskDraft<'_>) -> Option<Diagnostic> {
    let id = task.words.id.as_ref()?;
    let fault = TaskKey::new(&id.value).err()?;
    if id.value.is_empty() {
        return Some(
            task.source
                .error(TASK_ID, &id.span, "The `id` is empty.")
                .with_hint(HINT),
        );
    }
    if swallows_more(task, &id.value) {
        return None;
    }
    let message = format!("The id {} is not valid: {}.", quoted(&id.value), fault.why);
    let hint = format!("Write it like `{}`.", TaskKey::from_title(&id.value));
    Some(task.source.error(TASK_ID, &id.span, message).with_hint(hint))
}

/// In broken YAML, a value can run on into the next line. The syntax is the fault then, not the id.
fn swallows_more(task: &TaskDraft<'_>, id: &str) -> bool {
    let is_broken = task.faults.iter().any(|fault| fault.rule == FRONT_MATTER_YAML);
    is_broken && id.contains(char::is_whitespace)
}
