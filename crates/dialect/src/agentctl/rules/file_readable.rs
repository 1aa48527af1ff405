//! # file-readable
//!
//! Every file can be read as UTF-8 text.
//!
//! What cannot be read cannot be judged, and a plan is taken whole or not at all.
//!
//! Bad:  a task file in Latin-1, or a folder named `01-create-schema.md`
//! Good: a text file in UTF-8

use model::Diagnostic;

pub const RULE: &str = "file-readable";

pub(in crate::agentctl) fn fault(path: &str, why: &str) -> Diagnostic {
    Diagnostic::error(RULE, format!("The file cannot be read: {}.", why.trim_end_matches('.')))
        .at_path(path)
        .with_hint("Make it a readable text file in UTF-8.")
}
