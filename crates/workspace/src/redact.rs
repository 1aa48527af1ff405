//! Removes secrets from text before the text is stored or sent.
//!
//! The first stage removes known values, the second one text that looks like a key, a token or a password. Both work on
//! streams: chunk borders do not matter, and only text that may still become a secret is kept back.

mod automaton;
mod base64;
mod forms;
mod invisible;
mod known;
mod looks;
mod names;
mod scan;

use automaton::Automaton;
use known::KnownStage;
pub use names::secrets_in;
use scan::LookStage;

/// The replacement for a secret.
pub const MARK: &str = "[redacted]";

/// Shorter values are too common to be removed from every text.
const VALUE_CHARS_MIN: usize = 6;
/// Shorter lines of a multi-line secret may be ordinary text, such as a closing brace.
const LINE_CHARS_MIN: usize = 16;
/// The limit for lines that do not look like words.
const ODD_LINE_CHARS_MIN: usize = 8;

/// The known secret values. Built once, used for every text.
#[derive(Debug, Default)]
pub struct Secrets {
    automaton: Automaton,
}

impl Secrets {
    /// Values of less than six characters are ignored.
    pub fn new<V: AsRef<str>>(values: impl IntoIterator<Item = V>) -> Self {
        let mut automaton = Automaton::default();
        for value in values {
            // Texts are searched without invisible characters, so values must not have any.
            let value = invisible::stripped(value.as_ref());
            let value = value.trim();
            add(&mut automaton, value, VALUE_CHARS_MIN);
            if value.contains('\n') {
                for line in value.lines().map(str::trim) {
                    add(&mut automaton, line, line_chars_min(line));
                }
            }
        }
        automaton.link();
        Self { automaton }
    }

    /// Removes all secrets from a text.
    pub fn redact(&self, text: &str) -> String {
        let mut redactor = self.redactor();
        let mut clean = redactor.push(text);
        clean.push_str(&redactor.finish());
        clean
    }

    /// For a text that arrives in chunks.
    pub fn redactor(&self) -> Redactor<'_> {
        Redactor {
            known: KnownStage::new(&self.automaton),
            looks: LookStage::default(),
        }
    }
}

/// Adds the value in every form in which programs write it.
fn add(automaton: &mut Automaton, value: &str, chars_min: usize) {
    if value.chars().count() >= chars_min && !MARK.contains(value) {
        automaton.add(value.as_bytes());
        let forms = forms::written(value).chain(base64::encoded(value));
        forms.for_each(|form| automaton.add(form.as_bytes()));
    }
}

/// A line of letters and digits without white space is probably a key.
fn line_chars_min(line: &str) -> usize {
    let has = |is_one: fn(char) -> bool| line.contains(is_one);
    let is_odd = has(|c| c.is_ascii_digit()) && has(char::is_alphabetic) && !has(char::is_whitespace);
    match is_odd {
        true => ODD_LINE_CHARS_MIN,
        false => LINE_CHARS_MIN,
    }
}

/// Redacts a text that arrives in chunks.
#[derive(Debug)]
pub struct Redactor<'a> {
    known: KnownStage<'a>,
    looks: LookStage,
}

impl Redactor<'_> {
    /// Returns the text that is certain to contain no secret.
    pub fn push(&mut self, chunk: &str) -> String {
        let mut clean = Vec::with_capacity(chunk.len());
        self.known.push(chunk.as_bytes(), &mut clean);
        text(self.looks.push(&clean))
    }

    /// Returns the rest of the text.
    pub fn finish(mut self) -> String {
        let mut clean = Vec::new();
        self.known.finish(&mut clean);
        let mut bytes = self.looks.push(&clean);
        bytes.extend(self.looks.finish());
        text(bytes)
    }
}

/// Text is split only at the ends of secrets and of ASCII characters, so it is always valid UTF-8.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
#[path = "redact/redact_tests.rs"]
mod tests;
