//! The JSON in an answer that may hold more than JSON.

#[cfg(test)]
mod json_tests;
mod search;

use std::borrow::Cow;
use std::ops::Range;
use std::slice;

use model::{Diagnostic, Severity, limits};

use super::rules::{JSON, LIMIT, MENDED, SEVERAL, SHAPE};
use crate::data::json::{Attempt, Break};
use crate::data::{Collector, Field, Node, Value, locate};
use crate::planloop::payload::{UNKNOWN_FIELD, WORDING};
use search::{Nothing, search};

/// What a value shows at first sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Top<'a> {
    /// Its keys.
    Object(Vec<&'a str>),
    /// The keys of its first entry.
    List(Vec<&'a str>),
}

/// JSON without slips, at the place where it stands in the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonFound<'a> {
    /// As long as what it stands for: comments and needless commas are blanks, so that every place stays where it is.
    pub text: Cow<'a, str>,
    pub span: Range<usize>,
    /// What was let pass. All of it is warnings.
    pub notes: Vec<Diagnostic>,
}

impl<'a> Top<'a> {
    fn of(attempt: &'a Attempt) -> Self {
        let keys = |node: &'a Node| node.entries().iter().map(|(key, _)| key.key()).collect();
        match &attempt.root {
            Some(Node {
                value: Value::List(items),
                ..
            }) => Self::List(items.first().map(keys).unwrap_or_default()),
            root => Self::Object(root.as_ref().map(keys).unwrap_or_default()),
        }
    }

    pub fn has(&self, key: &str) -> bool {
        let (Self::Object(keys) | Self::List(keys)) = self;
        keys.contains(&key)
    }

    pub fn is_object_with(&self, any_of: &[&str]) -> bool {
        matches!(self, Self::Object(_)) && any_of.iter().any(|key| self.has(key))
    }
}

/// Finds the last whole value of the wanted shape; what stands outside of thoughts comes first. A later one that breaks off
/// is not passed over in favor of an earlier draft. Takes time that grows with the length of the answer alone.
pub fn json_in<'a>(answer: &'a str, is_wanted: impl Fn(&Top<'_>) -> bool) -> Result<JsonFound<'a>, Vec<Diagnostic>> {
    let (found, _) = find(answer, is_wanted)?;
    Ok(found)
}

/// Reads the fields of the wanted value. What cannot be read is the default. A field that a model adds of its own accord
/// does no harm; what the value lacks is found wanting all the same.
pub(super) fn read_answer<T: Default>(
    answer: &str,
    is_wanted: impl Fn(&Top<'_>) -> bool,
    read: impl FnOnce(&Field<'_>, &mut Collector<'_>) -> T,
) -> (T, Vec<Diagnostic>) {
    let (found, root) = match find(answer, is_wanted) {
        Ok(found) => found,
        Err(diagnostics) => return (T::default(), diagnostics),
    };
    let mut log = Collector::new(answer, &WORDING);
    let value = read(&Field::top(&root), &mut log);
    let mut diagnostics = found.notes;
    diagnostics.extend(log.finish());
    for unknown in diagnostics.iter_mut().filter(|fault| fault.rule == UNKNOWN_FIELD) {
        unknown.severity = Severity::Warning;
    }
    (value, diagnostics)
}

fn find<'a>(answer: &'a str, is_wanted: impl Fn(&Top<'_>) -> bool) -> Result<(JsonFound<'a>, Node), Vec<Diagnostic>> {
    if answer.len() > limits::PAYLOAD_BYTES {
        let (size, limit) = (answer.len(), limits::PAYLOAD_BYTES);
        let message = format!("The answer is too large: {size} bytes, and the limit is {limit}.");
        return Err(vec![
            Diagnostic::error(LIMIT, message).with_hint("Answer more briefly."),
        ]);
    }
    let mut chosen = search(answer, is_wanted)
        .choose()
        .map_err(|nothing| vec![refusal(answer, &nothing)])?;
    let root = chosen.attempt.root.take();
    if let Some((at, why)) = chosen.attempt.flaw {
        return Err(vec![unreadable(answer, at, why)]);
    }
    let Some(root) = root else {
        return Err(vec![unreadable(answer, chosen.attempt.start, Break::Value)]);
    };
    let mut log = Collector::new(answer, &WORDING);
    refuse_repeated_keys(&Field::top(&root), &mut log);
    match log.is_empty() {
        true => Ok((found(answer, &chosen.attempt, chosen.others), root)),
        false => Err(log.finish()),
    }
}

fn found<'a>(answer: &'a str, attempt: &Attempt, others: usize) -> JsonFound<'a> {
    let span = attempt.start..attempt.end;
    let written = &answer[span.clone()];
    let mut notes = Vec::new();
    if let Some(first) = attempt.blanks.first() {
        let message = "Comments and commas that JSON does not have were left out.";
        notes.push(MENDED.at(first.start..first.start, message, "Write plain JSON."));
    }
    if others > 0 {
        let message = format!(
            "The answer holds {} values of this kind; the last one counts.",
            others + 1
        );
        notes.push(SEVERAL.at(span.start..span.start, message, "Answer with one JSON value."));
    }
    locate(answer, &mut notes);
    JsonFound {
        text: blanked(written, &attempt.blanks, span.start),
        span,
        notes,
    }
}

fn blanked<'a>(written: &'a str, blanks: &[Range<usize>], start: usize) -> Cow<'a, str> {
    if blanks.is_empty() {
        return Cow::Borrowed(written);
    }
    let mut text = String::with_capacity(written.len());
    let mut done = 0;
    // A comma is known to be needless only after the comments behind it.
    let mut blanks = blanks.to_vec();
    blanks.sort_by_key(|blank| blank.start);
    for blank in blanks {
        let (from, to) = (blank.start - start, blank.end - start);
        text.push_str(&written[done..from]);
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        text.extend(written.as_bytes()[from..to].iter().map(|byte| match is_break(byte) {
            true => char::from(*byte),
            false => ' ',
        }));
        done = to;
    }
    text.push_str(&written[done..]);
    Cow::Owned(text)
}

fn refusal(answer: &str, nothing: &Nothing) -> Diagnostic {
    if let Some((at, why)) = nothing.broken {
        return unreadable(answer, at, why);
    }
    if nothing.has_other {
        let message = "The answer holds JSON, but not of the wanted form.";
        return Diagnostic::error(SHAPE, message).with_hint("Answer with the wanted fields at the top.");
    }
    Diagnostic::error(JSON, "The answer holds no JSON.").with_hint("Answer with JSON alone.")
}

fn unreadable(answer: &str, at: usize, why: Break) -> Diagnostic {
    let message = format!("The JSON of the answer cannot be read: {}.", why.reason());
    let mut diagnostic = JSON.at(at..at, message, why.hint());
    locate(answer, slice::from_mut(&mut diagnostic));
    diagnostic
}

/// Nobody knows which of two values under one key is meant.
fn refuse_repeated_keys(field: &Field<'_>, log: &mut Collector<'_>) {
    let mut keys: Vec<&Node> = field.node.entries().iter().map(|(key, _)| key).collect();
    keys.sort_by_key(|key| key.key());
    let mut repeated: Vec<_> = keys
        .windows(2)
        .filter(|pair| pair[0].key() == pair[1].key())
        .map(|pair| pair[1])
        .collect();
    repeated.dedup_by_key(|key| key.key());
    for key in repeated {
        log.duplicate_key(field, key);
    }
    for (key, value) in field.node.entries() {
        refuse_repeated_keys(&field.below(value, key.key()), log);
    }
    for (index, item) in field.node.items().iter().enumerate() {
        refuse_repeated_keys(&field.item(item, index), log);
    }
}
