//! # task-replanned
//!
//! A file does not bring back a task that was taken out when the plan was made anew, as long as it says the same as before.
//!
//! What failed was replaced by other tasks. A folder that still holds the old files would undo that with its next commit,
//! and nobody would have asked for it. A file that was changed since is asked for.
//!
//! Bad:  `tasks/02-parse.md`, untouched since a replan replaced `parse`
//! Good: the file is removed, or says what is to be done differently now

use model::Diagnostic;

use super::quoted;

pub const RULE: &str = "task-replanned";

/// What a folder alone cannot tell: somebody must know what the plan was before.
pub fn fault(path: &str, id: &str) -> Diagnostic {
    let message = format!(
        "The task {} was taken out when the plan was made anew, and its file would bring it back as it was.",
        quoted(id)
    );
    Diagnostic::error(RULE, message)
        .at_path(path.to_owned())
        .with_hint("Remove the file; or change it, if the task is to come back.")
}
