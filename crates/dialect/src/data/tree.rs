//! A tree of values, each with its place in the text.

use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub value: Value,
    /// Bytes of the text.
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing is written where YAML has a value.
    Empty,
    Null,
    Bool(bool),
    Whole(u64),
    /// A number that is negative, too large, or has a fraction.
    Number,
    /// Only TOML has times.
    Time,
    Text(String),
    List(Vec<Node>),
    /// Keys keep their order and can repeat. A scalar key is a text; YAML also has keys that are lists or mappings.
    Map(Vec<(Node, Node)>),
    /// The reader has reported this value, so nothing else is reported about it.
    Refused,
}

/// One step on the path from a node to a node below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathStep {
    Key(&'static str),
    Item(usize),
}

impl Value {
    /// The kind of value, with its article.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Empty | Self::Null | Self::Refused => "null",
            Self::Bool(_) => "true or false",
            Self::Whole(_) => "a number",
            Self::Number => "a negative or fractional number",
            Self::Time => "a time",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Self::Empty | Self::Null)
    }
}

impl Node {
    /// The text of a key. No field has the name of a key that is not a scalar.
    pub fn key(&self) -> &str {
        match &self.value {
            Value::Text(text) => text,
            _ => "?",
        }
    }

    /// The entries of a mapping; none for another value.
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The first entry of a mapping with this key.
    pub fn entry(&self, key: &str) -> Option<&(Node, Node)> {
        self.entries().iter().find(|(name, _)| name.key() == key)
    }

    /// The items of a list; none for another value.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The place at the end of the path, or as far as the path exists. `None` below a refused value.
    pub fn place(&self, path: &[PathStep]) -> Option<Range<usize>> {
        let (mut node, mut span) = (self, self.span.start..self.span.start);
        for step in path {
            let below = match step {
                PathStep::Key(name) => node.entry(name).map(|(_, value)| value),
                PathStep::Item(index) => node.items().get(*index),
            };
            let Some(below) = below else { break };
            (node, span) = (below, below.span.clone());
        }
        (node.value != Value::Refused).then_some(span)
    }
}

/// Puts a tree together from the order in which a reader meets its parts.
#[derive(Default)]
pub(super) struct TreeBuilder {
    open: Vec<Open>,
    pub root: Option<Node>,
}

/// A list or mapping that has not ended yet.
struct Open {
    start: usize,
    children: Vec<Node>,
    is_map: bool,
    is_refused: bool,
}

impl TreeBuilder {
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost open value is a mapping. `None` at the top.
    pub fn is_in_map(&self) -> Option<bool> {
        self.open.last().map(|open| open.is_map)
    }

    pub fn expects_key(&self) -> bool {
        let is_even = |open: &Open| open.is_map && open.children.len().is_multiple_of(2);
        self.open.last().is_some_and(is_even)
    }

    /// Keys of the innermost open mapping.
    pub fn keys(&self) -> usize {
        self.open
            .last()
            .map_or(0, |open| if open.is_map { open.children.len() / 2 } else { 0 })
    }

    pub fn begin(&mut self, start: usize, is_map: bool, is_refused: bool) {
        self.open.push(Open {
            start,
            children: Vec::new(),
            is_map,
            is_refused,
        });
    }

    pub fn refuse(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_refused = true;
        }
    }

    pub fn put(&mut self, value: Value, span: Range<usize>) {
        let node = Node { value, span };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }

    pub fn end(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let value = match (open.is_refused, open.is_map) {
            (true, _) => Value::Refused,
            (false, true) => Value::Map(pairs(open.children)),
            (false, false) => Value::List(open.children),
        };
        self.put(value, open.start..end.max(open.start));
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
