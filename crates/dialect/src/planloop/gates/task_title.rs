//! # task-title
//!
//! A task has a title that is not empty.
//!
//! The title is the one line that every answer, board and log shows. An agent that comes to the task later has to
//! know from it what is to be achieved.
//!
//! Bad:  `{"title": "", "type": "feature"}`
//! Good: `{"title": "Add a --name option to the greeting", "type": "feature"}`

use model::Diagnostic;

use super::Subject;

pub const RULE: &str = "task-title";

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.title {
        None if task.is_new => "is missing the `title` field",
        Some(title) if title.trim().is_empty() => "has an empty `title`",
        _ => return None,
    };
    let hint = "Say in one line what will be true when the task is done.";
    Some(task.fault(RULE, "title", what).with_hint(hint))
}
