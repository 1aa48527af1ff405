//! # task-paths
//!
//! A task names at least one file or folder that it is about.
//!
//! Paths show where the work lies before anybody starts it, and which tasks would get into each other's way.
//!
//! Bad:  `{"title": "Greet by name", "relevant_file_paths": []}`
//! Good: `{"title": "Greet by name", "relevant_file_paths": ["src/main.py", "+tests/test_greeting.py"]}`

use model::Diagnostic;

use super::Subject;

pub const RULE: &str = "task-paths";

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.paths {
        None if task.is_new => "is missing the `relevant_file_paths` field",
        Some([]) => "has an empty `relevant_file_paths` list",
        _ => return None,
    };
    let hint = "List the files to read or change; write one that the task will create with a leading `+`, such as `+src/new.py`.";
    Some(task.fault(RULE, "relevant_file_paths", what).with_hint(hint))
}
