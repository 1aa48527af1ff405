//! A front matter as a tree of values with their places, and the YAML tricks found on the way.
//!
//! Aliases are not followed, so the tree is never larger than the text.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use serde_saphyr::granit_parser::{self, ErrorKind, Event, Parser, ScalarStyle, ScanError, Span};

use super::{Bounds, FAULTS_MAX, Fault, What};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub value: Value,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    /// A plain scalar that YAML takes for something else than text.
    Bare {
        noun: &'static str,
        written: String,
    },
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// Stands for something that was reported already.
    Refused,
}

/// As much of the tree as could be read.
#[derive(Default)]
pub(crate) struct Walk {
    pub root: Option<Node>,
    pub faults: Vec<Fault>,
    /// The text was read to its end.
    pub is_whole: bool,
}

pub(crate) fn walk(text: &str, bounds: &Bounds) -> Walk {
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
            Err(error) => builder.stop(scan_fault(text, &error)),
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
    open: Vec<Open>,
    root: Option<Node>,
    faults: Vec<Fault>,
    nodes: usize,
    documents: usize,
}

/// A list or mapping that has not ended yet.
struct Open {
    start: usize,
    children: Vec<Node>,
    is_map: bool,
    is_refused: bool,
}

impl<'a> Builder<'a> {
    fn new(bounds: &'a Bounds) -> Self {
        Self {
            bounds,
            open: Vec::new(),
            root: None,
            faults: Vec::new(),
            nodes: 0,
            documents: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, span: &Span) -> ControlFlow<()> {
        let range = span.byte_range().unwrap_or_default();
        let has_tag = event.tag().is_some();
        if let Some(tag) = span.tag_span().and_then(|tag| tag.byte_range()).filter(|_| has_tag) {
            self.note(What::Tag, tag);
        } else if has_tag {
            self.note(What::Tag, range.clone());
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return self.stop((What::SeveralDocuments, range));
                }
            }
            Event::Anchor(..) => self.note(What::Anchor, range),
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                self.note(What::Alias, range.clone());
                return self.put(Value::Refused, range);
            }
            Event::Scalar(text, style, ..) => {
                let value = self.scalar(text, style, has_tag, &range);
                return self.put(value, range);
            }
            Event::SequenceStart(..) => return self.begin(&range, false, has_tag),
            Event::MappingStart(..) => return self.begin(&range, true, has_tag),
            Event::SequenceEnd | Event::MappingEnd => self.end(range.end),
            _ => {}
        }
        self.go_on()
    }

    fn scalar(&mut self, text: Cow<'_, str>, style: ScalarStyle, has_tag: bool, range: &Range<usize>) -> Value {
        let is_plain = style == ScalarStyle::Plain;
        if is_plain && text == "<<" && self.expects_key() {
            self.note(What::MergeKey, range.clone());
            return Value::Refused;
        }
        match noun(&text, self.bounds.is_text).filter(|_| is_plain) {
            _ if has_tag => Value::Refused,
            // The parser puts a null where nothing is written.
            Some(_) if range.is_empty() => Value::Bare {
                noun: "empty",
                written: String::new(),
            },
            Some(noun) => Value::Bare {
                noun,
                written: text.into_owned(),
            },
            None => Value::Text(text.into_owned()),
        }
    }

    fn expects_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.is_map && open.children.len().is_multiple_of(2))
    }

    fn has_all_keys(&self) -> bool {
        let is_full = |open: &Open| open.is_map && open.children.len() / 2 >= self.bounds.keys;
        self.open.last().is_some_and(is_full)
    }

    fn begin(&mut self, range: &Range<usize>, is_map: bool, is_refused: bool) -> ControlFlow<()> {
        if self.has_all_keys() {
            return self.stop((What::TooManyKeys, range.clone()));
        }
        self.open.push(Open {
            start: range.start,
            children: Vec::new(),
            is_map,
            is_refused,
        });
        self.go_on()
    }

    fn end(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let value = match (open.is_refused, open.is_map) {
            (true, _) => Value::Refused,
            (false, true) => Value::Map(pairs(open.children)),
            (false, false) => Value::List(open.children),
        };
        self.hang(Node {
            value,
            span: open.start..end.max(open.start),
        });
    }

    fn put(&mut self, value: Value, span: Range<usize>) -> ControlFlow<()> {
        self.nodes += 1;
        let too_many = self.nodes > self.bounds.nodes;
        if too_many {
            return self.stop((What::TooManyValues, span));
        }
        if self.has_all_keys() {
            return self.stop((What::TooManyKeys, span));
        }
        self.hang(Node { value, span });
        self.go_on()
    }

    fn hang(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }

    fn note(&mut self, what: What, span: Range<usize>) {
        self.faults.push(Fault { what, span });
    }

    fn stop(&mut self, (what, span): (What, Range<usize>)) -> ControlFlow<()> {
        self.note(what, span);
        ControlFlow::Break(())
    }

    /// A text full of tricks need not be read to its end.
    fn go_on(&self) -> ControlFlow<()> {
        match self.faults.len() {
            0..FAULTS_MAX => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn finish(mut self, is_whole: bool) -> Walk {
        // What was cut short is not judged, but the keys before it are.
        while let [outer, .., inner] = self.open.as_mut_slice() {
            inner.is_refused = true;
            let end = outer.start.max(inner.start);
            self.end(end);
        }
        self.end(0);
        Walk {
            root: self.root,
            faults: self.faults,
            is_whole,
        }
    }
}

/// A key whose value was not reached is left out.
fn pairs(children: Vec<Node>) -> Vec<(Node, Node)> {
    let mut children = children.into_iter();
    let mut pairs = Vec::with_capacity(children.len() / 2);
    while let (Some(key), Some(value)) = (children.next(), children.next()) {
        pairs.push((key, value));
    }
    pairs
}

/// What a plain scalar is, if it is not text. The library has the last word.
fn noun(text: &str, is_text: fn(&str) -> bool) -> Option<&'static str> {
    let noun = match text {
        "" => Some("empty"),
        "~" => Some("null"),
        _ if text.eq_ignore_ascii_case("null") => Some("null"),
        _ if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => Some("a boolean"),
        _ if is_number(text) => Some("a number"),
        _ => None,
    };
    noun.filter(|_| text.is_empty() || !is_text(text))
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

fn scan_fault(text: &str, error: &ScanError) -> (What, Range<usize>) {
    let start = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
    let rest = text.get(start..).unwrap_or_default();
    let end = start
        + rest
            .chars()
            .next()
            .filter(|c| !matches!(c, '\n' | '\r'))
            .map_or(0, char::len_utf8);
    let what = match error.kind() {
        ErrorKind::DirectiveDisallowed => What::Directive,
        ErrorKind::RecursionLimitExceeded => What::TooDeep,
        _ => What::Syntax(error.info()),
    };
    (what, start..end)
}
