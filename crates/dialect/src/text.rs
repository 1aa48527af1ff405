//! What every writer of text shares: visible characters, JSON documents, shell words, times and counts.

pub mod json;
pub mod shell;
pub mod time;
pub mod visible;

use model::Diagnostic;

/// `1 task`, `2 tasks`
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a, b and 2 more`
pub fn listed(names: &[String], most: usize) -> String {
    let shown = names
        .iter()
        .take(most)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The messages of all diagnostics on one line.
pub fn messages(diagnostics: &[Diagnostic]) -> String {
    let messages: Vec<&str> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    messages.join(" ")
}
