use model::{Diagnostic, Kind};

use super::{Subject, TASK_TYPE};

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    if !task.is_new || task.kind.is_some() {
        return None;
    }
    let words: Vec<_> = Kind::ALL.iter().map(|kind| format!("`{}`", kind.word())).collect();
    let hint = format!("Add `type` with one of {}.", words.join(", "));
    Some(
        task.fault(TASK_TYPE, "type", None, "is missing the `type` field")
            .with_hint(hint),
    )
}
