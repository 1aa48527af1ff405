use model::Diagnostic;

use super::{Subject, TASK_HINTS};

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.hints {
        None if task.is_new => "is missing the `context_hints` field",
        Some([]) => "has an empty `context_hints` list",
        _ => return None,
    };
    let hint = "Add short instructions or pointers, such as \"Read section 2 of `spec.md`.\"";
    Some(task.fault(TASK_HINTS, "context_hints", None, what).with_hint(hint))
}
