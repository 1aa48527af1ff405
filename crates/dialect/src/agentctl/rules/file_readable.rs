//! # file-readable
//!
//! Every file can be read as UTF-8 text.
//!
//! What cannot be read cannot be judged, and a plan is taken whole or not at all.
//!
//! Bad:  a task file in Latin-1, or a folder named `01-create-schema.md`
//! Good: a text file in UTF-8

use model::{Diagnostic, limits};

pub const RULE: &str = "file-readable";

pub(in crate::agentctl) fn fault(path: &str, why: &str) -> Diagnostic {
    let hint = format!(
        "It must be a text file in UTF-8 of at most {} bytes.",
        limits::PLAN_FILE_BYTES
    );
    Diagnostic::error(RULE, format!("The file cannot be read: {}.", why.trim_end_matches('.')))
        .at_path(path)
        .with_hint(hint)
}
