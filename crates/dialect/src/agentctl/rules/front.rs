//! What is wrong with a front matter, and which rule it breaks.

use std::ops::Range;

use model::{Diagnostic, Rule, limits};

use super::{FRONT_MATTER, FRONT_MATTER_KEY, FRONT_MATTER_PLAIN, FRONT_MATTER_VALUE, FRONT_MATTER_YAML};
use super::{plan_title, quoted, task_id};
use crate::agentctl::front::{FrontField, OTHER_WORDS};
use crate::data::yaml::{PROBLEMS_MAX, Problem};
use crate::data::{Expected, Value, Wording};
use crate::source::Source;
use crate::yaml::BYTES_MAX;

pub(in crate::agentctl) static WORDING: Wording = Wording {
    wrong_type: FRONT_MATTER_VALUE,
    bad_value: FRONT_MATTER_VALUE,
    unknown_field: FRONT_MATTER_KEY,
    missing_field: FRONT_MATTER_KEY,
    duplicate_key: FRONT_MATTER_KEY,
    empty: FRONT_MATTER_VALUE,
    limit: FRONT_MATTER_YAML,
    once_hint: "Give every field once; put several values into one list.",
    limit_hint: "Move long texts into the body.",
    unknown_hint: " Everything else belongs in the body.",
    other_words: &OTHER_WORDS,
    room: PROBLEMS_MAX,
};

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

pub(in crate::agentctl) fn not_mapping(found: &Value) -> Diagnostic {
    let found = found.noun();
    fault(
        FRONT_MATTER,
        format!("The front matter must consist of `key: value` lines, but it is {found}."),
        "Write each key on its own line, followed by a colon and a blank.",
    )
}

pub(in crate::agentctl) fn problem(problem: &Problem) -> Diagnostic {
    let (message, hint) = match problem {
        Problem::Trick(what) => {
            let hint = "Write the value itself; put it into double quotes if it is meant as text.";
            return fault(
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
    fault(FRONT_MATTER_YAML, message, hint)
}

pub(in crate::agentctl) fn too_large(bytes: usize) -> Diagnostic {
    fault(
        FRONT_MATTER_YAML,
        format!("The front matter is too large: {bytes} bytes, and the limit is {BYTES_MAX}."),
        "Move long texts into the body.",
    )
}

/// What to write instead of a value of another kind. `written` is the value as the file has it.
pub(in crate::agentctl) fn type_hint(of: &FrontField, expected: Expected, found: &Value, written: &str) -> String {
    let key = of.key;
    let is_entry = expected != of.holds;
    match (expected, found) {
        (Expected::List(_), Value::Empty | Value::Null) => format!("Write `{key}: []`, or leave the field out."),
        (Expected::List(_), _) => format!("Put the values into brackets: `{key}: [one, two]`."),
        (_, Value::Empty) if is_entry => "Write a string after the dash, or remove the entry.".to_owned(),
        (_, Value::Empty) if of.is_required => "Write a string after the colon.".to_owned(),
        (_, Value::Empty) => "Write a string after the colon, or leave the field out.".to_owned(),
        (_, Value::Map(_)) => "Put the text into quotes; a colon and a blank make it an object.".to_owned(),
        (_, Value::List(_)) => "Write a string here.".to_owned(),
        _ => {
            let text = quoted(&format!("\"{written}\""));
            format!("Put it into quotes if it is meant as text: {text}.")
        }
    }
}

pub(in crate::agentctl) fn missing(key: &str) -> Diagnostic {
    match key {
        plan_title::KEY => fault(
            super::PLAN_TITLE,
            "The front matter has no `title`.".to_owned(),
            plan_title::HINT,
        ),
        _ => fault(
            super::TASK_ID,
            "The front matter has no `id`.".to_owned(),
            task_id::HINT,
        ),
    }
}

fn fault(rule: &'static Rule, message: String, hint: impl Into<String>) -> Diagnostic {
    Diagnostic::error(rule, message).with_hint(hint)
}
