//! One YAML or JSON document as a tree of fields, which remembers where each of them stands.

use std::ops::Range;

use model::{Diagnostic, Rule, Severity, limits};

use super::rules::{self, PLAIN, TYPE, YAML};
use crate::planloop::faults::Faults;
use crate::planloop::payload::tree::Json;
use crate::source::Source;
use crate::yaml::{Bounds, Fault, Node, Value, Walk, What, walk};

/// Faults listed of one file. Whoever has more should look at the first ones first.
pub(super) const FAULTS_MAX: usize = 100;
/// Fields of one mapping: none has so many, and a file of nothing else would take much more room than an honest one.
const KEYS_MAX: usize = 2 * FAULTS_MAX;
/// A list in a step in a list is four deep, and some more is worth an exact message.
const DEPTH_MAX: usize = 8;

const BOUNDS: Bounds = Bounds {
    nodes: limits::STEPS_FILE_VALUES,
    keys: KEYS_MAX,
    depth: DEPTH_MAX,
    is_text: |_| false,
};

/// Comments are for whoever reads the file; a plan has no place for them.
pub fn has_comments(text: &str) -> bool {
    let is_known = text.len() <= limits::STEPS_FILE_BYTES && text.contains('#');
    let root = is_known.then(|| walk(text, &BOUNDS).root).flatten();
    root.is_some_and(|root| crate::yaml::has_comments(text, &root))
}

pub(super) struct Document<'a> {
    source: Source<'a>,
    root: Option<Node>,
    diagnostics: Vec<Diagnostic>,
    /// It has the wanted form, and its end was seen.
    is_whole: bool,
}

/// What a file may be at its top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Fields,
    FieldsOrList,
}

impl<'a> Document<'a> {
    pub fn open(file: &str, text: &'a str) -> Self {
        Self::open_as(Form::Fields, file, text)
    }

    pub fn open_as(form: Form, file: &str, text: &'a str) -> Self {
        let source = Source {
            path: file.to_owned(),
            text,
        };
        if text.len() > limits::STEPS_FILE_BYTES {
            let fault = too_large(&source);
            return Self::closed(source, vec![fault]);
        }
        let Walk { root, faults, is_whole } = walk(text, &BOUNDS);
        let mut diagnostics: Vec<_> = faults.iter().map(|fault| judge(&source, fault)).collect();
        let is_fit = match root.as_ref().map(|node| &node.value) {
            Some(Value::Map(_)) => true,
            Some(Value::List(_)) => form == Form::FieldsOrList,
            _ => false,
        };
        if is_whole && !is_fit && diagnostics.is_empty() {
            diagnostics.push(not_mapping(&source, root.as_ref(), form));
        }
        Self {
            source,
            root,
            diagnostics,
            is_whole: is_whole && is_fit,
        }
    }

    fn closed(source: Source<'a>, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            source,
            root: None,
            diagnostics,
            is_whole: false,
        }
    }

    /// The fields, unless so little can be read that a look at them would only mislead.
    pub fn fields(&self) -> Option<Json> {
        self.root.as_ref().filter(|_| self.is_whole).map(json)
    }

    /// The value if nothing is wrong with it, and everything that is: errors first, in the order of the text.
    pub fn finish<T>(mut self, value: Option<T>, faults: Faults) -> (Option<T>, Vec<Diagnostic>) {
        let (found, mut unlisted) = faults.into_parts();
        let placed: Vec<_> = found.into_iter().filter_map(|fault| self.placed(fault)).collect();
        self.diagnostics.extend(placed);
        // Warnings come last, so that no error is left unlisted for their sake.
        let order = |fault: &Diagnostic| (fault.severity, fault.place.span.as_ref().map(|span| span.start));
        self.diagnostics.sort_by_key(order);
        unlisted += self.diagnostics.len().saturating_sub(FAULTS_MAX);
        self.diagnostics.truncate(FAULTS_MAX);
        if unlisted > 0 {
            let message = format!("{unlisted} more faults are not listed.");
            let fault = self.source.error(rules::LIMIT, &(0..0), message);
            self.diagnostics
                .push(fault.with_hint("Mend the first ones, and look again."));
        }
        let is_valid = self.diagnostics.iter().all(|fault| fault.severity != Severity::Error);
        (value.filter(|_| is_valid), self.diagnostics)
    }

    /// With its place in the file; nothing if it is about something that was refused as a whole.
    fn placed(&self, fault: Diagnostic) -> Option<Diagnostic> {
        let rule = rules::ours(fault.rule);
        let way = fault.place.path.as_deref().unwrap_or_default();
        let span = match self.root.as_ref() {
            Some(root) => locate(root, way, rule)?,
            None => 0..0,
        };
        let hint = match rule {
            rules::DUPLICATE_KEY => Some("Give every field once.".to_owned()),
            rules::LIMIT => Some("Shorten it, or split it over several steps.".to_owned()),
            _ => fault.hint,
        };
        let placed = self
            .source
            .error(rule, &first_line(self.source.text, span), fault.message);
        Some(Diagnostic {
            severity: fault.severity,
            hint,
            ..placed
        })
    }
}

fn json(node: &Node) -> Json {
    match &node.value {
        Value::Text(text) => Json::Text(text.clone()),
        Value::Bare {
            noun: "a number",
            written,
        } => number(written),
        Value::Bare {
            noun: "a boolean",
            written,
        } => Json::Bool(written.eq_ignore_ascii_case("true")),
        Value::Bare { .. } | Value::Refused => Json::Null,
        Value::List(items) => Json::List(items.iter().map(json).collect()),
        Value::Map(pairs) => Json::Object(
            pairs
                .iter()
                .map(|(key, value)| (word(key).to_owned(), json(value)))
                .collect(),
        ),
    }
}

/// Only what everybody reads as the same whole number.
fn number(written: &str) -> Json {
    let is_whole = written.bytes().all(|byte| byte.is_ascii_digit()) && (written == "0" || !written.starts_with('0'));
    match written.parse() {
        Ok(number) if is_whole => Json::Whole(number),
        _ => Json::OtherNumber,
    }
}

/// A key as written, whatever YAML takes it for. One that is a list or a mapping is known to nobody.
fn word(key: &Node) -> &str {
    match &key.value {
        Value::Text(text) | Value::Bare { written: text, .. } => text,
        Value::List(_) | Value::Map(_) | Value::Refused => "?",
    }
}

/// The bytes of the field that `way` leads to, or of as much of the way as there is.
fn locate(root: &Node, way: &str, rule: &Rule) -> Option<Range<usize>> {
    let is_about_key = matches!(rule, rules::UNKNOWN_FIELD | rules::DUPLICATE_KEY);
    let (mut node, mut span, mut rest) = (root, root.span.start..root.span.start, way);
    while !rest.is_empty() {
        let step = match &node.value {
            Value::Map(pairs) => field(pairs, rest, is_about_key),
            Value::List(items) => item(items, rest),
            _ => None,
        };
        let Some((key, value, left)) = step else { break };
        span = match key {
            Some(key) if is_about_key && left.is_empty() => key.span.clone(),
            _ => value.span.clone(),
        };
        if matches!(value.value, Value::Refused) || key.is_some_and(|key| matches!(key.value, Value::Refused)) {
            return None;
        }
        (node, rest) = (value, left);
    }
    Some(span)
}

type Step<'n, 'w> = (Option<&'n Node>, &'n Node, &'w str);

/// The last of those that fit: of a key that is there twice, the second one is too many.
fn field<'n, 'w>(pairs: &'n [(Node, Node)], way: &'w str, is_about_key: bool) -> Option<Step<'n, 'w>> {
    let left = |key: &Node| {
        let left = way.strip_prefix(word(key))?;
        match left.as_bytes().first() {
            None => Some(left),
            Some(b'.') => left.get(1..),
            Some(b'[') => Some(left),
            Some(_) => None,
        }
    };
    let fitting = |(key, value): &'n (Node, Node)| left(key).map(|left| (Some(key), value, left));
    let mut found = pairs.iter().filter_map(fitting);
    match is_about_key {
        true => found.next_back(),
        false => found.next(),
    }
}

fn item<'n, 'w>(items: &'n [Node], way: &'w str) -> Option<Step<'n, 'w>> {
    let (index, left) = way.strip_prefix('[')?.split_once(']')?;
    let item = items.get(index.parse::<usize>().ok()?)?;
    Some((None, item, left.strip_prefix('.').unwrap_or(left)))
}

/// A mark that ran over whole steps would show less.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let length = text
        .get(span.clone())
        .and_then(|marked| marked.lines().next())
        .map_or(0, str::len);
    span.start..span.start + length
}

fn judge(source: &Source<'_>, fault: &Fault) -> Diagnostic {
    let plain = |what: &str| {
        let hint = "Write the value out where it is meant.";
        (PLAIN, format!("{what} is not allowed here."), hint)
    };
    let (rule, message, hint) = match &fault.what {
        What::Anchor => plain("An anchor (`&name`)"),
        What::Alias => plain("An alias (`*name`)"),
        What::Tag => plain("A tag (`!name`)"),
        What::MergeKey => plain("A merge key (`<<`)"),
        What::Directive => plain("A directive (`%NAME`)"),
        What::Syntax(why) => (
            YAML,
            format!("This is not YAML: {why}."),
            "Put texts with `:`, `#`, quotes or brackets into double quotes.",
        ),
        What::SeveralDocuments => (
            YAML,
            "There is a second document in the file.".to_owned(),
            "Keep one plan in one file; take the `---` or `...` out.",
        ),
        What::TooDeep => (
            YAML,
            "This is nested too deeply.".to_owned(),
            "No field of a plan holds more than a list of texts.",
        ),
        What::TooManyKeys => (
            YAML,
            format!("There are more than {KEYS_MAX} fields here."),
            "No part of a plan has so many; take out what does not belong to it.",
        ),
        _ => (
            YAML,
            "There are too many values in the file.".to_owned(),
            "Split the plan, or shorten its lists.",
        ),
    };
    source.error(rule, &fault.span, message).with_hint(hint)
}

fn too_large(source: &Source<'_>) -> Diagnostic {
    let (size, limit) = (source.text.len(), limits::STEPS_FILE_BYTES);
    let message = format!("The file has {size} bytes, and the limit is {limit}.");
    source
        .error(YAML, &(0..0), message)
        .with_hint("Split the plan, or shorten its texts.")
}

fn not_mapping(source: &Source<'_>, root: Option<&Node>, form: Form) -> Diagnostic {
    let found = match root.map(|node| &node.value) {
        None | Some(Value::Bare { noun: "empty", .. }) => "empty",
        Some(Value::Bare { noun, .. }) => noun,
        Some(Value::List(_)) => "a list",
        Some(Value::Text(_) | Value::Map(_) | Value::Refused) => "a text",
    };
    let span = root.map_or(0..0, |node| first_line(source.text, node.span.clone()));
    let (wanted, hint) = match form {
        Form::Fields => (
            "fields with values",
            "Begin with a field, such as `id: plan-20260123-notes`.",
        ),
        Form::FieldsOrList => (
            "steps",
            "Begin with `steps:` and a list below it, or with the list itself: `- description: WHAT`.",
        ),
    };
    source
        .error(TYPE, &span, format!("The file must hold {wanted}, but it is {found}."))
        .with_hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_texts() {
        for text in [
            "# mine\na: 1\n",
            "a: 1 # one\n",
            "a:\n  # two\n  - b\n",
            "a: [b, # c\n  d]\n",
        ] {
            assert!(has_comments(text), "{text}");
        }
        for text in [
            "a: b\n",
            "a: b#c\n",
            "a: \"b # c\"\n",
            "a: 'b # c'\n",
            "a: |\n  # A heading\n  text # and more\nb: 1\n",
            "a: >-\n  # folded\n\n  # twice\n",
        ] {
            assert!(!has_comments(text), "{text}");
        }
    }
}
