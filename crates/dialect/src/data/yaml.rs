//! The YAML that our files may use, as a tree, and the tricks found on the way.
//!
//! Aliases are not followed, so the tree is never larger than the text.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use serde_saphyr::granit_parser::{self, ErrorKind, Event, Parser, ScalarStyle, ScanError, Span};

use super::tree::{Node, TreeBuilder, Value};

/// Problems listed of one text.
pub(crate) const PROBLEMS_MAX: usize = 100;

/// How much of a text is read.
pub(crate) struct Bounds {
    pub nodes: usize,
    /// Of one mapping.
    pub keys: usize,
    pub depth: usize,
    /// Whether a plain scalar that looks like something else is text all the same.
    pub is_text: fn(&str) -> bool,
}

/// As much of the tree as could be read.
pub(crate) struct Document {
    pub root: Option<Node>,
    pub problems: Vec<(Problem, Range<usize>)>,
    /// The text was read to its end.
    pub is_whole: bool,
}

/// Why a text is not YAML that our files may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The reason that the YAML parser gives.
    Syntax(String),
    TooManyValues,
    TooManyKeys,
    TooDeep,
    SeveralDocuments,
    /// An anchor, an alias, a tag, a merge key or a directive, by its name.
    Trick(&'static str),
}

pub(crate) fn parse(text: &str, bounds: &Bounds) -> Document {
    let options = granit_parser::options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        emit_comments: false,
        flow_nesting_limit: bounds.depth,
        block_nesting_limit: bounds.depth,
    };
    let mut builder = Builder::new(bounds);
    for event in Parser::new_from_str_with_options(text, options) {
        let step = match event {
            Ok((event, span)) => builder.take(event, &span),
            Err(error) => builder.stop(scan_problem(text, &error)),
        };
        if step.is_break() {
            return builder.finish(false);
        }
    }
    builder.finish(true)
}

/// Whether a text says something that its tree does not hold. A `#` begins a comment behind a blank, unless it is part of
/// a text.
pub(crate) fn has_comments(text: &str, root: &Node) -> bool {
    let mut texts = Vec::new();
    scalars(root, &mut texts);
    let is_blank_before = |at: usize| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    let mut signs = text.match_indices('#').map(|(at, _)| at);
    // They come in the order of the text.
    let is_in_text = |at: usize| {
        let before = texts.partition_point(|span| span.start <= at);
        before > 0 && texts[before - 1].contains(&at)
    };
    signs.any(|at| is_blank_before(at) && !is_in_text(at))
}

fn scalars(node: &Node, into: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::List(nodes) => nodes.iter().for_each(|node| scalars(node, into)),
        Value::Map(pairs) => pairs.iter().for_each(|(key, value)| {
            scalars(key, into);
            scalars(value, into);
        }),
        _ => into.push(node.span.clone()),
    }
}

struct Builder<'a> {
    bounds: &'a Bounds,
    tree: TreeBuilder,
    problems: Vec<(Problem, Range<usize>)>,
    nodes: usize,
    documents: usize,
}

impl<'a> Builder<'a> {
    fn new(bounds: &'a Bounds) -> Self {
        Self {
            bounds,
            tree: TreeBuilder::default(),
            problems: Vec::new(),
            nodes: 0,
            documents: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, span: &Span) -> ControlFlow<()> {
        let range = span.byte_range().unwrap_or_default();
        let has_tag = event.tag().is_some();
        if has_tag {
            let tag = span.tag_span().and_then(|tag| tag.byte_range());
            self.note(Problem::Trick("A tag (`!name`)"), tag.unwrap_or_else(|| range.clone()));
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return self.stop((Problem::SeveralDocuments, range));
                }
            }
            Event::Anchor(..) => self.note(Problem::Trick("An anchor (`&name`)"), range),
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                self.note(Problem::Trick("An alias (`*name`)"), range.clone());
                return self.put(Value::Refused, range);
            }
            Event::Scalar(text, style, ..) => {
                let value = self.scalar(text, style, has_tag, &range);
                return self.put(value, range);
            }
            Event::SequenceStart(..) => return self.begin(&range, false, has_tag),
            Event::MappingStart(..) => return self.begin(&range, true, has_tag),
            Event::SequenceEnd | Event::MappingEnd => self.tree.end(range.end),
            _ => {}
        }
        self.go_on()
    }

    fn scalar(&mut self, text: Cow<'_, str>, style: ScalarStyle, has_tag: bool, range: &Range<usize>) -> Value {
        let is_plain = style == ScalarStyle::Plain;
        let is_key = self.tree.expects_key();
        if is_plain && text == "<<" && is_key {
            self.note(Problem::Trick("A merge key (`<<`)"), range.clone());
            return Value::Refused;
        }
        match bare(&text, self.bounds.is_text).filter(|_| is_plain && !is_key) {
            _ if has_tag => Value::Refused,
            // The parser puts a null where nothing is written.
            Some(_) if range.is_empty() => Value::Empty,
            Some(value) => value,
            // The parser says `~` for a key that is not written.
            None if is_key && range.is_empty() => Value::Text(String::new()),
            None => Value::Text(text.into_owned()),
        }
    }

    fn begin(&mut self, range: &Range<usize>, is_map: bool, is_refused: bool) -> ControlFlow<()> {
        if self.tree.keys() >= self.bounds.keys {
            return self.stop((Problem::TooManyKeys, range.clone()));
        }
        self.tree.begin(range.start, is_map, is_refused);
        self.go_on()
    }

    fn put(&mut self, value: Value, span: Range<usize>) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes > self.bounds.nodes {
            return self.stop((Problem::TooManyValues, span));
        }
        if self.tree.keys() >= self.bounds.keys {
            return self.stop((Problem::TooManyKeys, span));
        }
        self.tree.put(value, span);
        self.go_on()
    }

    fn note(&mut self, problem: Problem, span: Range<usize>) {
        self.problems.push((problem, span));
    }

    fn stop(&mut self, (problem, span): (Problem, Range<usize>)) -> ControlFlow<()> {
        self.note(problem, span);
        ControlFlow::Break(())
    }

    /// A text full of tricks need not be read to its end.
    fn go_on(&self) -> ControlFlow<()> {
        match self.problems.len() {
            0..PROBLEMS_MAX => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn finish(mut self, is_whole: bool) -> Document {
        // What was cut short is not judged, but the keys before it are.
        while self.tree.depth() > 1 {
            self.tree.refuse();
            self.tree.end(0);
        }
        self.tree.end(0);
        Document {
            root: self.tree.root,
            problems: self.problems,
            is_whole,
        }
    }
}

/// What a plain scalar is, if it is not text. The library has the last word.
fn bare(text: &str, is_text: fn(&str) -> bool) -> Option<Value> {
    let value = match text {
        "" => return Some(Value::Empty),
        "~" => Value::Null,
        _ if text.eq_ignore_ascii_case("null") => Value::Null,
        _ if text.eq_ignore_ascii_case("true") => Value::Bool(true),
        _ if text.eq_ignore_ascii_case("false") => Value::Bool(false),
        _ if is_number(text) => number(text),
        _ => return None,
    };
    (!is_text(text)).then_some(value)
}

/// A whole number is one that every reader takes for the same.
fn number(written: &str) -> Value {
    let is_whole = written.bytes().all(|byte| byte.is_ascii_digit()) && (written == "0" || !written.starts_with('0'));
    match written.parse() {
        Ok(number) if is_whole => Value::Whole(number),
        _ => Value::Number,
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let is_based = ["0x", "0o", "0b"]
        .iter()
        .filter_map(|base| digits.strip_prefix(base))
        .any(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_'));
    let is_special = [".inf", ".nan"].iter().any(|word| digits.eq_ignore_ascii_case(word));
    let is_decimal =
        digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && digits.replace('_', "").parse::<f64>().is_ok();
    is_based || is_special || is_decimal
}

fn scan_problem(text: &str, error: &ScanError) -> (Problem, Range<usize>) {
    let start = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
    let rest = text.get(start..).unwrap_or_default();
    let end = start
        + rest
            .chars()
            .next()
            .filter(|c| !matches!(c, '\n' | '\r'))
            .map_or(0, char::len_utf8);
    let problem = match error.kind() {
        ErrorKind::DirectiveDisallowed => Problem::Trick("A directive (`%NAME`)"),
        ErrorKind::RecursionLimitExceeded => Problem::TooDeep,
        _ => Problem::Syntax(error.info()),
    };
    (problem, start..end)
}
