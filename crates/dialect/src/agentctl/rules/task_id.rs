//! # task-id
//!
//! A task has an `id` in kebab-case: lower-case words and digits joined by single dashes, at most 80 characters.
//!
//! The id is how other tasks name it, and what keeps its state when the plan is committed again. The name of the file
//! is only for people.
//!
//! Bad:  `id: Create_Schema`
//! Good: `id: create-schema`

use model::{Diagnostic, TaskKey};

use super::front::Verdict;
use super::quoted;
use crate::agentctl::draft::TaskDraft;

pub const RULE: &str = "task-id";

pub(super) fn check(task: &TaskDraft<'_>) -> Option<Diagnostic> {
    let id = task.words.id.as_ref()?;
    let fault = TaskKey::new(&id.value).err()?;
    let message = format!("The id {} is not valid: {}.", quoted(&id.value), fault.why);
    let hint = format!("Write it like `{}`.", TaskKey::from_title(&id.value));
    Some(task.source.error(RULE, &id.span, message).with_hint(hint))
}

pub(super) fn missing() -> Verdict {
    Verdict {
        rule: RULE,
        message: "The front matter has no `id`.".to_owned(),
        hint: "Give the task a name of its own in kebab-case: `id: create-schema`.".to_owned(),
    }
}
