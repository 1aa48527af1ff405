//! The rules for the text of a Markdown plan: what each rule asks for, and the diagnostics that report it.
//!
//! The examples of these rules are in `docs/rules`.

pub mod actions;
pub mod blocks;
pub mod document;
pub mod fields;
pub mod links;
pub mod sections;
pub mod session;

pub(in crate::teddy) use {actions::*, blocks::*, document::*, fields::*, links::*, sections::*, session::*};

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

pub(in crate::teddy) fn quoted(text: &str) -> String {
    let bare = text.trim_matches('`');
    match bare.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("`{}…`", &bare[..end]),
        None => format!("`{bare}`"),
    }
}

#[cfg(test)]
#[path = "rules/rules_tests.rs"]
mod tests;
