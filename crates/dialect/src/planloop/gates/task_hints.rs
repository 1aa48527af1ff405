//! # task-hints
//!
//! A task has at least one context hint.
//!
//! Whoever works on the task has not read what its author has read. The hints are how the author passes that on;
//! without them every task begins with a search.
//!
//! Bad:  `{"title": "Store sessions", "context_hints": []}`
//! Good: ``{"title": "Store sessions", "context_hints": ["Follow the layout described in `docs/store.md`."]}``

use model::Diagnostic;

use super::Subject;

pub const RULE: &str = "task-hints";

pub fn check(task: &Subject<'_>) -> Option<Diagnostic> {
    let what = match task.hints {
        None if task.is_new => "is missing the `context_hints` field",
        Some([]) => "has an empty `context_hints` list",
        _ => return None,
    };
    let hint = "Add short instructions or pointers, such as \"Read section 2 of `spec.md`.\"";
    Some(task.fault(RULE, "context_hints", what).with_hint(hint))
}
