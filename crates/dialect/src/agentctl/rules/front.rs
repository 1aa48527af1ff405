//! What is wrong with a front matter, and which rule it breaks.

use std::ops::Range;

use model::{Diagnostic, Rule, limits};

use super::{FRONT_MATTER, FRONT_MATTER_KEY, FRONT_MATTER_PLAIN, FRONT_MATTER_VALUE, FRONT_MATTER_YAML};
use super::{plan_title, quoted, task_id};
use crate::data::Value;
use crate::data::yaml::Problem;
use crate::source::Source;
use crate::yaml::BYTES_MAX;

/// What a rule says about a problem.
pub(in crate::agentctl) struct Verdict {
    pub rule: &'static Rule,
    pub message: String,
    pub hint: String,
}

/// What a key holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::agentctl) enum Wanted {
    Text,
    Texts,
    /// A text in a list.
    Entry,
}

pub(in crate::agentctl) fn absent(source: &Source<'_>, first_line: &Range<usize>) -> Diagnostic {
    let message = match source.text.trim().is_empty() {
        true => "The file is empty; it has no front matter.",
        false => "The file has no front matter: its first line is not `---`.",
    };
    let hint = match source.path.ends_with(crate::agentctl::PLAN_FILE) {
        true => "Begin the file with a line `---`, a line `title: …` and another line `---`.",
        false => "Begin the file with a line `---`, a line `id: …` and another line `---`.",
    };
    source.error(FRONT_MATTER, first_line, message).with_hint(hint)
}

pub(in crate::agentctl) fn unclosed(source: &Source<'_>, opening: &Range<usize>) -> Diagnostic {
    source
        .error(FRONT_MATTER, opening, "The front matter is not closed.")
        .with_hint("Put a line `---` after its last key.")
}

pub(in crate::agentctl) fn not_mapping(found: &Value) -> Verdict {
    let found = noun(found);
    verdict(
        FRONT_MATTER,
        format!("The front matter must consist of `key: value` lines, but it is {found}."),
        "Write each key on its own line, followed by a colon and a blank.",
    )
}

pub(in crate::agentctl) fn problem(problem: &Problem) -> Verdict {
    let (message, hint) = match problem {
        Problem::Trick(what) => {
            let hint = "Write the value itself; put it into double quotes if it is meant as text.";
            return verdict(
                FRONT_MATTER_PLAIN,
                format!("{what} is not allowed in a front matter."),
                hint,
            );
        }
        Problem::Syntax(why) => (
            format!("The front matter is not valid YAML: {}.", why.trim_end_matches('.')),
            "Put texts with `:`, `#` or quotes in them into double quotes, and indent lists with two blanks.",
        ),
        Problem::SeveralDocuments => (
            "The front matter holds more than one YAML document.".to_owned(),
            "Remove what follows the first one; only the last line is `---`.",
        ),
        Problem::TooManyValues | Problem::TooManyKeys => (
            format!(
                "The front matter holds too many values; a list may have {} entries.",
                limits::LIST_ENTRIES
            ),
            "Split the task into several.",
        ),
        Problem::TooDeep => (
            "The front matter is nested too deeply.".to_owned(),
            "Use only `key: text` and `key: [text, text]`.",
        ),
    };
    verdict(FRONT_MATTER_YAML, message, hint)
}

pub(in crate::agentctl) fn too_large(bytes: usize) -> Verdict {
    verdict(
        FRONT_MATTER_YAML,
        format!("The front matter is too large: {bytes} bytes, and the limit is {BYTES_MAX}."),
        "Move long texts into the body.",
    )
}

pub(in crate::agentctl) fn more(count: usize) -> Verdict {
    verdict(
        FRONT_MATTER_YAML,
        format!("{count} more faults of this front matter are not listed."),
        "Mend those that are, and check again.",
    )
}

pub(in crate::agentctl) fn unknown_key(given: &str, meant: Option<&str>, allowed: &[&str]) -> Verdict {
    let allowed: Vec<_> = allowed.iter().map(|key| format!("`{key}`")).collect();
    let list = match allowed.as_slice() {
        [only] => format!("The only key here is {only}."),
        all => format!("The keys here are {}.", all.join(", ")),
    };
    let hint = match meant {
        Some(meant) => format!("Did you mean `{meant}`? {list}"),
        None => format!("{list} Everything else belongs in the body."),
    };
    verdict(FRONT_MATTER_KEY, format!("There is no key {}.", quoted(given)), hint)
}

pub(in crate::agentctl) fn repeated_key(key: &str) -> Verdict {
    verdict(
        FRONT_MATTER_KEY,
        format!("The key {} stands there more than once.", quoted(key)),
        "Give every key once; put several values into one list.",
    )
}

pub(in crate::agentctl) fn odd_key() -> Verdict {
    verdict(
        FRONT_MATTER_KEY,
        "A key must be a plain word.".to_owned(),
        "Write `key: value`, one per line.",
    )
}

/// `written` is the value as the file has it.
pub(in crate::agentctl) fn wrong_type(key: &str, wanted: Wanted, found: &Value, written: &str) -> Verdict {
    let words = match wanted {
        Wanted::Text => "a text",
        Wanted::Texts => "a list of texts",
        Wanted::Entry => "a text in each entry",
    };
    let hint = match (wanted, found) {
        (Wanted::Texts, Value::Empty | Value::Null) => format!("Write `{key}: []`, or leave the key out."),
        (Wanted::Texts, _) => format!("Put the values into brackets: `{key}: [one, two]`."),
        (Wanted::Text, Value::Empty) if matches!(key, "title" | "id") => "Write a text after the colon.".to_owned(),
        (Wanted::Text, Value::Empty) => "Write a value after the colon, or leave the key out.".to_owned(),
        (Wanted::Entry, Value::Empty) => "Write a text after the dash, or remove the entry.".to_owned(),
        (_, Value::Map(_)) => "Put the text into quotes; a colon and a blank make it a mapping.".to_owned(),
        (_, Value::List(_)) => format!("Write {words} here."),
        _ => {
            let text = quoted(&format!("\"{written}\""));
            format!("Put it into quotes if it is meant as text: {text}.")
        }
    };
    let message = format!("`{key}` must hold {words}, but this is {}.", noun(found));
    verdict(FRONT_MATTER_VALUE, message, hint)
}

pub(in crate::agentctl) fn missing(key: &str) -> Verdict {
    match key {
        plan_title::KEY => verdict(
            super::PLAN_TITLE,
            "The front matter has no `title`.".to_owned(),
            plan_title::HINT,
        ),
        _ => verdict(
            super::TASK_ID,
            "The front matter has no `id`.".to_owned(),
            task_id::HINT,
        ),
    }
}

fn verdict(rule: &'static Rule, message: String, hint: impl Into<String>) -> Verdict {
    let hint = hint.into();
    Verdict { rule, message, hint }
}

/// What people who write YAML call it.
fn noun(found: &Value) -> &'static str {
    match found {
        Value::Empty => "empty",
        Value::Null | Value::Refused => "null",
        Value::Bool(_) => "a boolean",
        Value::Whole(_) | Value::Number | Value::Time => "a number",
        Value::Text(_) => "a text",
        Value::List(_) => "a list",
        Value::Map(_) => "a mapping",
    }
}
