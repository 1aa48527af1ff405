//! What can be wrong with a payload before anybody asks whether its tasks are good.

use model::Diagnostic;

pub(crate) use super::rules::{DUPLICATE_KEY, EMPTY, JSON, LIMIT, MISSING_FIELD, TYPE, UNKNOWN_FIELD, VALUE};
use super::spelling;
use super::tree::Json;
use super::way::Way;
use crate::planloop::faults::Faults;

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

impl Faults {
    pub(crate) fn wrong_type(&mut self, way: &Way<'_>, wanted: &str, found: &Json) {
        self.note(|| {
            let message = format!("{} must be {wanted}, not {}.", subject(way), found.noun());
            at(Diagnostic::error(TYPE, message), way).with_hint(type_hint(way, wanted, found))
        });
    }

    pub(crate) fn unknown_field(&mut self, way: &Way<'_>, field: &str, allowed: &[&'static str]) {
        self.note(|| {
            let message = match way {
                Way::Top => format!("There is no field `{}`.", quoted(field)),
                _ => format!("`{way}` has no field `{}`.", quoted(field)),
            };
            let list = format!("Allowed fields: {}.", ticked(allowed));
            let hint = match spelling::nearest(field, allowed) {
                Some(meant) => format!("Did you mean `{meant}`? {list}"),
                None => list,
            };
            at(Diagnostic::error(UNKNOWN_FIELD, message), &way.field(&quoted(field))).with_hint(hint)
        });
    }

    pub(crate) fn duplicate_key(&mut self, way: &Way<'_>, field: &str) {
        self.note(|| {
            let field = quoted(field);
            let message = match way {
                Way::Top => format!("The field `{field}` stands there more than once."),
                _ => format!("`{way}` has the field `{field}` more than once."),
            };
            at(Diagnostic::error(DUPLICATE_KEY, message), &way.field(&field))
                .with_hint("Give every field once; put all tasks of a kind into one list.")
        });
    }

    pub(crate) fn missing_field(&mut self, way: &Way<'_>, field: &str, hint: &str) {
        self.note(|| {
            let message = format!("{} is missing the `{field}` field.", subject(way));
            at(Diagnostic::error(MISSING_FIELD, message), way).with_hint(hint)
        });
    }

    pub(crate) fn bad_value(&mut self, way: &Way<'_>, message: String, hint: String) {
        self.note(|| at(Diagnostic::error(VALUE, message), way).with_hint(hint));
    }

    pub(crate) fn empty(&mut self, way: &Way<'_>, message: &str, hint: &str) {
        self.note(|| at(Diagnostic::error(EMPTY, message), way).with_hint(hint));
    }

    pub(crate) fn too_large(&mut self, way: &Way<'_>, size: usize, limit: usize, unit: &str) {
        self.note(|| {
            let message = format!(
                "{} is too large: {size} {unit}, and the limit is {limit}.",
                subject(way)
            );
            at(Diagnostic::error(LIMIT, message), way)
                .with_hint("Shorten it, or split it over several tasks or payloads.")
        });
    }
}

/// `` `a`, `b`, `c` ``
pub(crate) fn ticked(words: &[&str]) -> String {
    let ticked: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    ticked.join(", ")
}

pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn subject(way: &Way<'_>) -> String {
    match way {
        Way::Top => "The payload".to_owned(),
        _ => format!("`{way}`"),
    }
}

fn at(diagnostic: Diagnostic, way: &Way<'_>) -> Diagnostic {
    match way {
        Way::Top => diagnostic,
        _ => diagnostic.at_path(way.to_string()),
    }
}

fn type_hint(way: &Way<'_>, wanted: &str, found: &Json) -> String {
    match (way, found) {
        (Way::Top, Json::List(_)) => "Wrap the list in an object: `{\"add_tasks\": […]}`.".to_owned(),
        (Way::Top, _) => {
            "Send one JSON object, such as `{\"update_tasks\": [{\"id\": 1, \"status\": \"DONE\"}]}`.".to_owned()
        }
        (_, Json::Null) => "Leave the field out instead of writing null.".to_owned(),
        (_, Json::Text(text)) if wanted.starts_with("a whole number") && text.parse::<u64>().is_ok() => {
            format!("Write {text} without quotes.")
        }
        (_, Json::Text(_)) if wanted.starts_with("a list") => {
            "Put the value into brackets, even if it is the only one.".to_owned()
        }
        _ => format!("Write {wanted} here."),
    }
}
