use model::Diagnostic;

use super::{TASK_REPLANNED, quoted};

/// What a folder alone cannot tell: somebody must know what the plan was before.
pub fn fault(path: &str, id: &str) -> Diagnostic {
    let message = format!(
        "The task {} was taken out when the plan was made anew, and its file would bring it back as it was.",
        quoted(id)
    );
    Diagnostic::error(TASK_REPLANNED, message)
        .at_path(path.to_owned())
        .with_hint("Remove the file; or change it, if the task is to come back.")
}
