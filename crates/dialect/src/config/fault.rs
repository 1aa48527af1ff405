//! What can be wrong with a configuration, and in which words it is told.

use std::ops::Range;

use model::{Diagnostic, Rule, limits};

pub(super) use super::rules::{ADDRESS, CONFLICT, KEY, SYNTAX, TYPE, VALUE};
use super::sections::HOMES;
use crate::spelling;

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

/// Words that people may use for our keys.
const OTHER_WORDS: [(&str, &str); 22] = [
    ("exec", "execute"),
    ("search", "research"),
    ("http", "fetch"),
    ("agent", "agents"),
    ("timeout", "timeout_s"),
    ("timeout_ms", "timeout_s"),
    ("output", "output_kib"),
    ("max_bytes", "max_kib"),
    ("cache", "caches"),
    ("environment", "env"),
    ("url", "endpoint"),
    ("private", "allow_private"),
    ("url", "base_url"),
    ("endpoint", "base_url"),
    ("name", "model"),
    ("cost", "max_cost"),
    ("budget", "max_session_cost"),
    ("session_cost", "max_session_cost"),
    ("success", "on_success"),
    ("failure", "on_failure"),
    ("parallel", "jobs"),
    ("max_iterations", "iterations"),
];

#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Diagnostic>);

impl Faults {
    pub(super) fn note(&mut self, rule: &'static Rule, span: Range<usize>, message: String, hint: impl Into<String>) {
        if self.0.len() < limits::DIAGNOSTICS {
            self.0
                .push(Diagnostic::error(rule, message).at_span(span).with_hint(hint));
        }
    }

    /// `section` is empty for the top of the file.
    pub(super) fn unknown_key(&mut self, section: &str, key: &str, span: Range<usize>, known: &[&'static str]) {
        let place = if section.is_empty() {
            "at the top of the file".to_owned()
        } else {
            format!("in `[{section}]`")
        };
        let list = format!("Known here: {}.", ticked(known));
        let hint = match (spelling::meant(key, known, &OTHER_WORDS), homes_of(key).as_slice()) {
            (Some(meant), _) => format!("Did you mean `{meant}`? {list}"),
            (None, []) => list,
            (None, homes) => format!("It belongs in {}. {list}", homes.join(" or ")),
        };
        self.note(KEY, span, format!("There is no key {} {place}.", quoted(key)), hint);
    }

    pub(super) fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}

/// The sections that know the key.
fn homes_of(key: &str) -> Vec<String> {
    let homes = HOMES.iter().filter(|(_, keys)| keys.contains(&key));
    homes.map(|(section, _)| format!("`[{section}]`")).collect()
}

pub(super) fn ticked(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
