//! One file of YAML or JSON, from its text to the diagnostics with their places.

use std::ops::Range;

use model::{Diagnostic, Severity, limits};

use super::rules::{self, PLAIN, TYPE, WORDING, YAML};
use crate::data::yaml::{self, Bounds, PROBLEMS_MAX, Problem};
use crate::data::{Collector, Node, PathStep, Value, locate, more};

/// Fields of one mapping: none has so many, and a file of nothing else would take much more room than an honest one.
const KEYS_MAX: usize = 2 * PROBLEMS_MAX;
const MORE_HINT: &str = "Mend the first ones, and look again.";
/// A list in a step in a list is four deep, and some more is worth an exact message.
const DEPTH_MAX: usize = 8;

const BOUNDS: Bounds = Bounds {
    nodes: limits::STEPS_FILE_VALUES,
    keys: KEYS_MAX,
    depth: DEPTH_MAX,
    is_text: |_| false,
};

/// Comments are for people who read the file; a plan has no place for them.
pub fn has_comments(text: &str) -> bool {
    let is_known = text.len() <= limits::STEPS_FILE_BYTES && text.contains('#');
    let root = is_known.then(|| yaml::parse(text, &BOUNDS).root).flatten();
    root.is_some_and(|root| yaml::has_comments(text, &root))
}

pub(super) struct Document<'a> {
    file: &'a str,
    text: &'a str,
    root: Option<Node>,
    diagnostics: Vec<Diagnostic>,
}

/// What a file may be at its top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Fields,
    FieldsOrList,
}

impl<'a> Document<'a> {
    pub fn open(form: Form, file: &'a str, text: &'a str) -> Self {
        let mut document = Self {
            file,
            text,
            root: None,
            diagnostics: Vec::new(),
        };
        if text.len() > limits::STEPS_FILE_BYTES {
            let (size, limit) = (text.len(), limits::STEPS_FILE_BYTES);
            let message = format!("The file has {size} bytes, and the limit is {limit}.");
            let hint = "Split the plan, or shorten its texts.";
            document.diagnostics.push(YAML.at(0..0, message, hint));
            return document;
        }
        let read = yaml::parse(text, &BOUNDS);
        document.diagnostics = read.problems.into_iter().map(judge).collect();
        let is_fit = match read.root.as_ref().map(|node| &node.value) {
            Some(Value::Map(_)) => true,
            Some(Value::List(_)) => form == Form::FieldsOrList,
            _ => false,
        };
        if read.is_whole && !is_fit && document.diagnostics.is_empty() {
            document.diagnostics.push(not_mapping(read.root.as_ref(), form));
        }
        document.root = read.root.filter(|_| read.is_whole && is_fit);
        document
    }

    /// The top of the tree, unless so little can be read that a look at the fields would only mislead.
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    pub fn log(&self) -> Collector<'a> {
        Collector::new(self.text, &WORDING)
    }

    /// The value if nothing is wrong with it, and everything that is: errors first, in the order of the text.
    pub fn finish<T>(mut self, value: Option<T>, log: Collector<'_>) -> (Option<T>, Vec<Diagnostic>) {
        let (found, mut unlisted) = log.into_parts();
        self.diagnostics.extend(found);
        // Warnings come last, so that no error is left unlisted for their sake.
        let order = |fault: &Diagnostic| (fault.severity, fault.place.span.as_ref().map(|span| span.start));
        self.diagnostics.sort_by_key(order);
        unlisted += self.diagnostics.len().saturating_sub(PROBLEMS_MAX);
        self.diagnostics.truncate(PROBLEMS_MAX);
        let more = more(rules::LIMIT, unlisted).map(|more| more.at_span(0..0).with_hint(MORE_HINT));
        self.diagnostics.extend(more);
        for place in self.diagnostics.iter_mut().map(|diagnostic| &mut diagnostic.place) {
            place.path = Some(self.file.to_owned());
            place.span = place.span.take().map(|span| first_line(self.text, span));
        }
        locate(self.text, &mut self.diagnostics);
        let is_valid = self.diagnostics.iter().all(|fault| fault.severity != Severity::Error);
        (value.filter(|_| is_valid), self.diagnostics)
    }
}

/// Faults of a file that could be read, each with its place in the text.
pub(super) fn located(file: &str, text: &str, faults: Vec<(Vec<PathStep>, Diagnostic)>) -> Vec<Diagnostic> {
    let document = Document::open(Form::Fields, file, text);
    let mut log = document.log();
    if let Some(root) = document.root() {
        for (place, fault) in faults {
            log.note_below(root, &place, fault);
        }
    }
    document.finish(None::<()>, log).1
}

/// A mark that ran over whole steps would show less.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let marked = text.get(span.clone()).and_then(|marked| marked.lines().next());
    span.start..span.start + marked.map_or(0, str::len)
}

fn judge((problem, span): (Problem, Range<usize>)) -> Diagnostic {
    let (rule, message, hint) = match problem {
        Problem::Trick(what) => (
            PLAIN,
            format!("{what} is not allowed here."),
            "Write the value out where it is meant.",
        ),
        Problem::Syntax(why) => (
            YAML,
            format!("This is not YAML: {why}."),
            "Put texts with `:`, `#`, quotes or brackets into double quotes.",
        ),
        Problem::SeveralDocuments => (
            YAML,
            "There is a second document in the file.".to_owned(),
            "Keep one plan in one file; take the `---` or `...` out.",
        ),
        Problem::TooDeep => (
            YAML,
            "This is nested too deeply.".to_owned(),
            "No field of a plan holds more than a list of texts.",
        ),
        Problem::TooManyKeys => (
            YAML,
            format!("There are more than {KEYS_MAX} fields here."),
            "No part of a plan has so many; take out what does not belong to it.",
        ),
        Problem::TooManyValues => (
            YAML,
            "There are too many values in the file.".to_owned(),
            "Split the plan, or shorten its lists.",
        ),
    };
    rule.at(span, message, hint)
}

fn not_mapping(root: Option<&Node>, form: Form) -> Diagnostic {
    let found = match root.map_or(&Value::Empty, |node| &node.value) {
        Value::Empty => "empty",
        Value::Text(_) => "a text",
        other => other.noun(),
    };
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
    let span = root.map_or(0..0, |node| node.span.clone());
    TYPE.at(span, format!("The file must hold {wanted}, but it is {found}."), hint)
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
