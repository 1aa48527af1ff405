use model::Diagnostic;

use super::{Subject, TASK_TITLE};

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.title {
        None if task.is_new => "is missing the `title` field",
        Some(title) if title.trim().is_empty() => "has an empty `title`",
        _ => return None,
    };
    let hint = "Say in one line what will be true when the task is done.";
    Some(task.fault(TASK_TITLE, "title", None, what).with_hint(hint))
}
