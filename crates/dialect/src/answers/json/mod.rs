//! The JSON in an answer that may hold more than JSON.

#[cfg(test)]
mod json_tests;
mod scan;
mod search;

use std::borrow::Cow;
use std::ops::Range;

use model::{Diagnostic, limits};

use super::rules::{JSON, LIMIT, MENDED, SEVERAL, SHAPE};
use crate::planloop::faults::Faults;
use crate::planloop::payload::syntax;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;
use scan::Attempt;
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

impl Top<'_> {
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

/// The same with the value itself.
pub(super) fn find<'a>(
    answer: &'a str,
    is_wanted: impl Fn(&Top<'_>) -> bool,
) -> Result<(JsonFound<'a>, Json), Vec<Diagnostic>> {
    if answer.len() > limits::PAYLOAD_BYTES {
        let message = format!(
            "The answer is too large: {} bytes, and the limit is {}.",
            answer.len(),
            limits::PAYLOAD_BYTES
        );
        return Err(vec![
            Diagnostic::error(LIMIT, message).with_hint("Answer more briefly."),
        ]);
    }
    let chosen = search(answer, is_wanted)
        .choose()
        .map_err(|nothing| vec![refusal(answer, &nothing)])?;
    let found = found(answer, &chosen.attempt, chosen.others);
    let tree: Json = serde_json::from_str(&found.text).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let at = found.span.start + syntax::offset(&found.text, &error);
        vec![unreadable(answer, at, reason, "Write plain JSON.")]
    })?;
    let mut faults = Faults::default();
    refuse_repeated_keys(&tree, &Way::Top, &mut faults);
    match faults.is_empty() {
        true => Ok((found, tree)),
        false => Err(faults.into_diagnostics()),
    }
}

fn found<'a>(answer: &'a str, attempt: &Attempt, others: usize) -> JsonFound<'a> {
    let span = attempt.start..attempt.end;
    let written = &answer[span.clone()];
    let mut notes = Vec::new();
    if let Some(first) = attempt.blanks.first() {
        let message = "Comments and commas that JSON does not have were left out.";
        notes.push(placed(MENDED.broken(message), answer, first.start).with_hint("Write plain JSON."));
    }
    if others > 0 {
        let message = format!(
            "The answer holds {} values of this kind; the last one counts.",
            others + 1
        );
        notes.push(placed(SEVERAL.broken(message), answer, span.start).with_hint("Answer with one JSON value."));
    }
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
        return unreadable(answer, at, why.reason(), why.hint());
    }
    if nothing.has_other {
        let message = "The answer holds JSON, but not of the wanted form.";
        return Diagnostic::error(SHAPE, message).with_hint("Answer with the wanted fields at the top.");
    }
    Diagnostic::error(JSON, "The answer holds no JSON.").with_hint("Answer with JSON alone.")
}

fn unreadable(answer: &str, at: usize, reason: &str, hint: &str) -> Diagnostic {
    let message = format!("The JSON of the answer cannot be read: {reason}.");
    placed(Diagnostic::error(JSON, message), answer, at).with_hint(hint)
}

fn placed(fault: Diagnostic, answer: &str, at: usize) -> Diagnostic {
    let before = &answer[..answer.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit_once('\n').map_or(before, |(_, last)| last);
    let column = last.trim_start_matches('\u{feff}').chars().count() + 1;
    fault.at_line(line, column).at_span(before.len()..before.len())
}

/// Two values under one key: nobody knows which is meant.
fn refuse_repeated_keys(json: &Json, way: &Way<'_>, faults: &mut Faults) {
    match json {
        Json::List(items) => {
            for (index, item) in items.iter().enumerate() {
                refuse_repeated_keys(item, &way.item(index), faults);
            }
        }
        Json::Object(entries) => {
            let mut keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            let mut repeated: Vec<_> = keys
                .windows(2)
                .filter(|pair| pair[0] == pair[1])
                .map(|pair| pair[0])
                .collect();
            repeated.dedup();
            for key in repeated {
                faults.duplicate_key(way, key);
            }
            for (key, value) in entries {
                refuse_repeated_keys(value, &way.field(key), faults);
            }
        }
        Json::Null | Json::Bool(_) | Json::Whole(_) | Json::OtherNumber | Json::Text(_) => {}
    }
}
