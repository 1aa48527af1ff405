use model::Diagnostic;

use super::{Subject, TASK_PATHS};

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.paths {
        None if task.is_new => "is missing the `relevant_file_paths` field",
        Some([]) => "has an empty `relevant_file_paths` list",
        _ => return None,
    };
    let hint = "List the files to read or change; write one that the task will create with a leading `+`, such as `+src/new.py`.";
    Some(
        task.fault(TASK_PATHS, "relevant_file_paths", None, what)
            .with_hint(hint),
    )
}
