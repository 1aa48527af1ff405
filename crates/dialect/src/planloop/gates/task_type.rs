//! # task-type
//!
//! A new task says what kind of work it is.
//!
//! The type tells whoever takes the task what to expect of it: a `bugfix` begins with a failing test, a `docs` task
//! needs no build. Unknown words are refused before the gates look.
//!
//! Bad:  `{"title": "Reject empty names"}`
//! Good: `{"title": "Reject empty names", "type": "bugfix"}`

use model::{Diagnostic, Kind};

use super::Subject;

pub const RULE: &str = "task-type";

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    if !task.is_new || task.kind.is_some() {
        return None;
    }
    let words: Vec<_> = Kind::ALL.iter().map(|kind| format!("`{}`", kind.word())).collect();
    let hint = format!("Add `type` with one of {}.", words.join(", "));
    Some(task.fault(RULE, "type", "is missing the `type` field").with_hint(hint))
}
