//! Collects the diagnostics of one text: bounded, in the words of its dialect, each with its place.

use std::fmt;
use std::ops::Range;

use model::{Diagnostic, Rule, limits};

use super::fields::{Field, FieldPath};
use super::tree::{Node, PathStep, Value};
use crate::spelling;

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

/// The rules of a dialect for problems that every dialect has, and where its words differ.
pub(crate) struct Wording {
    pub wrong_type: &'static Rule,
    pub bad_value: &'static Rule,
    pub unknown_field: &'static Rule,
    pub missing_field: &'static Rule,
    pub duplicate_key: &'static Rule,
    pub empty: &'static Rule,
    pub limit: &'static Rule,
    /// What to do about a field that is there twice.
    pub once_hint: &'static str,
    /// What to do about a value that is too large.
    pub limit_hint: &'static str,
    /// Follows the list of allowed fields.
    pub unknown_hint: &'static str,
    /// Words that people and agents use for the fields.
    pub other_words: &'static [(&'static str, &'static str)],
    /// Diagnostics that are listed; the others are counted.
    pub room: usize,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Object,
    Table,
    Text,
    Bool,
    Whole,
    TaskId,
    Dollars,
    StepLink,
    /// Of these, in the plural.
    List(&'static str),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object",
            Self::Table => "a table",
            Self::Text => "a string",
            Self::Bool => "true or false",
            Self::Whole => "a whole number",
            Self::TaskId => "a whole number, the `id` of a task",
            Self::Dollars => "an amount of dollars",
            Self::StepLink => "the position of a step, or \"old:N\" for a kept one",
            Self::List(items) => return write!(f, "a list of {items}"),
        })
    }
}

pub(crate) struct Collector<'a> {
    pub text: &'a str,
    wording: &'static Wording,
    listed: Vec<Diagnostic>,
    unlisted: usize,
}

impl<'a> Collector<'a> {
    pub fn new(text: &'a str, wording: &'static Wording) -> Self {
        Self {
            text,
            wording,
            listed: Vec::new(),
            unlisted: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Diagnostics that come now are counted, not listed.
    pub fn is_full(&self) -> bool {
        self.listed.len() >= self.wording.room
    }

    /// The maker runs only while there is room on the list.
    pub fn note(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            self.unlisted += 1;
        } else {
            self.listed.push(make());
        }
    }

    pub fn note_all(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            self.note(|| diagnostic);
        }
    }

    /// `hint` is for fields that need a special one.
    pub fn wrong_type(&mut self, field: &Field<'_>, expected: Expected, hint: Option<&str>) {
        let found = &field.node.value;
        if *found == Value::Refused {
            return;
        }
        let rule = self.wording.wrong_type;
        self.note(|| {
            let message = format!("{} must be {expected}, not {}.", subject(field), found.noun());
            let hint = hint.map_or_else(|| type_hint(field, expected), str::to_owned);
            at(rule, message, &field.path, &field.node.span).with_hint(hint)
        });
    }

    pub fn unknown_field(&mut self, field: &Field<'_>, key: &Node, allowed: &[&'static str]) {
        if key.value == Value::Refused {
            return;
        }
        let Wording {
            unknown_field,
            unknown_hint,
            other_words,
            ..
        } = self.wording;
        self.note(|| {
            let name = quoted(key.key());
            let message = match (&key.value, field.path) {
                (Value::Text(_), FieldPath::Top) => format!("There is no field `{name}`."),
                (Value::Text(_), path) => format!("`{path}` has no field `{name}`."),
                _ => "The name of a field must be a plain word.".to_owned(),
            };
            let list = format!("Allowed fields: {}.", ticked(allowed));
            let hint = match spelling::meant(key.key(), allowed, other_words) {
                Some(meant) => format!("Did you mean `{meant}`? {list}"),
                None => format!("{list}{unknown_hint}"),
            };
            at(unknown_field, message, &field.path.field(&name), &key.span).with_hint(hint)
        });
    }

    pub fn duplicate_key(&mut self, field: &Field<'_>, key: &Node) {
        let Wording {
            duplicate_key,
            once_hint,
            ..
        } = self.wording;
        self.note(|| {
            let name = quoted(key.key());
            let message = match field.path {
                FieldPath::Top => format!("The field `{name}` stands there more than once."),
                path => format!("`{path}` has the field `{name}` more than once."),
            };
            at(duplicate_key, message, &field.path.field(&name), &key.span).with_hint(*once_hint)
        });
    }

    pub fn missing_field(&mut self, field: &Field<'_>, name: &str, hint: &str) {
        let message = format!("{} is missing the `{name}` field.", subject(field));
        self.note_at(self.wording.missing_field, field, message, hint);
    }

    pub fn bad_value(&mut self, field: &Field<'_>, message: String, hint: &str) {
        self.note_at(self.wording.bad_value, field, message, hint);
    }

    pub fn empty(&mut self, field: &Field<'_>, message: impl Into<String>, hint: &str) {
        self.note_at(self.wording.empty, field, message.into(), hint);
    }

    pub fn too_large(&mut self, field: &Field<'_>, size: usize, limit: usize, unit: &str) {
        if size > limit {
            let message = format!(
                "{} is too large: {size} {unit}, and the limit is {limit}.",
                subject(field)
            );
            self.note_at(self.wording.limit, field, message, self.wording.limit_hint);
        }
    }

    /// A list that every dialect bounds alike.
    pub fn too_many(&mut self, field: &Field<'_>, entries: usize) {
        self.too_large(field, entries, limits::LIST_ENTRIES, "entries");
    }

    /// Reports a problem of a value that was read before. `path` leads to the value from the top.
    pub fn note_below(&mut self, top: &Node, path: &[PathStep], diagnostic: Diagnostic) {
        if let Some(span) = top.place(path) {
            self.note(|| diagnostic.at_span(span));
        }
    }

    pub fn note_at(&mut self, rule: &'static Rule, field: &Field<'_>, message: String, hint: &str) {
        self.note(|| at(rule, message, &field.path, &field.node.span).with_hint(hint));
    }

    /// The listed diagnostics without their lines, and how many more there are.
    pub fn into_parts(self) -> (Vec<Diagnostic>, usize) {
        (self.listed, self.unlisted)
    }

    /// The diagnostics in the order in which they were found, for a caller that knows their lines or none.
    pub fn unplaced(self) -> Vec<Diagnostic> {
        let limit = self.wording.limit;
        let (mut diagnostics, unlisted) = self.into_parts();
        diagnostics.extend(more(limit, unlisted));
        diagnostics
    }

    /// The diagnostics in the order in which they were found, each with its line.
    pub fn finish(self) -> Vec<Diagnostic> {
        let text = self.text;
        let mut diagnostics = self.unplaced();
        locate(text, &mut diagnostics);
        diagnostics
    }
}

/// Stands for the diagnostics that are not listed, if there are any.
pub(crate) fn more(rule: &'static Rule, unlisted: usize) -> Option<Diagnostic> {
    (unlisted > 0).then(|| Diagnostic::error(rule, format!("{unlisted} more faults are not listed.")))
}

/// Brings spans to character boundaries of the text, and adds the line and column at which they begin. Goes once over
/// the text, however many diagnostics there are.
pub fn locate(text: &str, diagnostics: &mut [Diagnostic]) {
    let mut placed: Vec<_> = diagnostics.iter_mut().map(|diagnostic| &mut diagnostic.place).collect();
    placed.retain(|place| place.span.is_some());
    placed.sort_by_key(|place| place.span.as_ref().map(|span| span.start));
    let (mut line, mut column, mut at) = (1, 1, 0);
    for place in placed {
        let Some(span) = &mut place.span else { continue };
        let start = text.floor_char_boundary(span.start);
        *span = start..text.floor_char_boundary(span.end.max(start));
        for c in text[at..start].chars() {
            match c {
                '\n' => (line, column) = (line + 1, 1),
                // A byte order mark takes no column.
                '\u{feff}' if column == 1 => {}
                _ => column += 1,
            }
        }
        at = start;
        place.line_column = Some((line, column));
    }
}

/// `` `a`, `b`, `c` ``
pub(crate) fn ticked(words: &[&str]) -> String {
    let ticked: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    ticked.join(", ")
}

/// As much of a foreign word as a message shows.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn subject(field: &Field<'_>) -> String {
    match field.path {
        FieldPath::Top => "The payload".to_owned(),
        path => format!("`{path}`"),
    }
}

fn at(rule: &'static Rule, message: String, path: &FieldPath<'_>, span: &Range<usize>) -> Diagnostic {
    let diagnostic = Diagnostic::error(rule, message);
    match path {
        // A mark over the whole text would show nothing.
        FieldPath::Top => diagnostic.at_span(span.start..span.start),
        _ => diagnostic.at_path(path.to_string()).at_span(span.clone()),
    }
}

fn type_hint(field: &Field<'_>, expected: Expected) -> String {
    match (field.path, &field.node.value, expected) {
        (FieldPath::Top, Value::List(_), _) => "Wrap the list in an object: `{\"add_tasks\": […]}`.".to_owned(),
        (FieldPath::Top, ..) => {
            "Send one JSON object, such as `{\"update_tasks\": [{\"id\": 1, \"status\": \"DONE\"}]}`.".to_owned()
        }
        (_, Value::Null | Value::Empty, _) => "Leave the field out instead of writing null.".to_owned(),
        (_, Value::Text(text), Expected::Whole | Expected::TaskId) if text.parse::<u64>().is_ok() => {
            format!("Write {text} without quotes.")
        }
        (_, Value::Text(_), Expected::List(_)) => "Put the value into brackets, even if it is the only one.".to_owned(),
        _ => format!("Write {expected} here."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "\u{feff}é\r\n日本x";
        let spans = [13..13, 0..0, 3..3, 8..99, 5..5, 7..7, 14..14, 99..99];
        let mut diagnostics = spans.map(|span| Diagnostic::error(crate::rules::ANY, "m").at_span(span));
        locate(text, &mut diagnostics);
        let places =
            diagnostics.map(|diagnostic| (diagnostic.place.span.unwrap(), diagnostic.place.line_column.unwrap()));
        assert_eq!(
            places,
            [
                (13..13, (2, 3)),
                (0..0, (1, 1)),
                (3..3, (1, 1)),
                (7..14, (2, 1)),
                (5..5, (1, 2)),
                (7..7, (2, 1)),
                (14..14, (2, 4)),
                (14..14, (2, 4)),
            ]
        );
    }
}
