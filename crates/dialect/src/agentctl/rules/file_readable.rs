use model::{Diagnostic, limits};

use super::FILE_READABLE;

pub(in crate::agentctl) fn fault(path: &str, why: &str) -> Diagnostic {
    let hint = format!(
        "It must be a text file in UTF-8 of at most {} bytes.",
        limits::PLAN_FILE_BYTES
    );
    Diagnostic::error(
        FILE_READABLE,
        format!("The file cannot be read: {}.", why.trim_end_matches('.')),
    )
    .at_path(path)
    .with_hint(hint)
}
