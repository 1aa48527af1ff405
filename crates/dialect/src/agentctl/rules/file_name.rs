use model::Diagnostic;

use super::{FILE_NAME, quoted};
use crate::agentctl::TASKS_MAX;
use crate::agentctl::draft::Stray;
use crate::agentctl::name::has_many_digits;

pub(super) const PATTERN: &str = r"^\d{2}-[a-z0-9]+(-[a-z0-9]+)*\.md$";

pub(super) fn check(stray: &Stray<'_>) -> Diagnostic {
    let message = format!(
        "{} is not the name of a task file: it must match `{PATTERN}`.",
        quoted(stray.file)
    );
    let hint = match has_many_digits(stray.file) {
        true => format!(
            "Two digits allow at most {TASKS_MAX} tasks, `00` to `99`. Put further ones into another thread: `agentctl \
             plan request-thread-dir`."
        ),
        false => "Name it like `01-create-schema.md`, or move it out of `tasks/`.".to_owned(),
    };
    Diagnostic::error(FILE_NAME, message)
        .at_path(&stray.path)
        .with_hint(hint)
}
