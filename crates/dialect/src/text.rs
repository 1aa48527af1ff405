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
    listed_of(names, most, names.len())
}

/// As [`listed`], where the names are only the first of `total`.
pub fn listed_of(names: &[String], most: usize, total: usize) -> String {
    let names = &names[..names.len().min(most)];
    let shown = names.join(", ");
    match total - names.len() {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The first line that is not blank, with a sign that there is more.
pub fn first_line(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?.trim();
    Some(match lines.next() {
        Some(_) => format!("{first} …"),
        None => first.to_owned(),
    })
}

/// The messages of all diagnostics on one line.
pub fn messages(diagnostics: &[Diagnostic]) -> String {
    let messages: Vec<&str> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    messages.join(" ")
}
