//! Reads the fields of a tree, and reports what is wrong with them on the way.

use std::collections::BTreeSet;
use std::fmt;

use model::limits;

use super::collector::{Collector, Expected, quoted, ticked};
use super::tree::{Node, Value};

/// The path from the top of a text to one of its fields, printed as `add_tasks[0].title`.
///
/// It is printed only when a diagnostic needs it, so that a valid text costs nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FieldPath<'a> {
    Top,
    Key(&'a FieldPath<'a>, &'a str),
    Item(&'a FieldPath<'a>, usize),
}

impl<'a> FieldPath<'a> {
    pub fn field(&'a self, name: &'a str) -> Self {
        FieldPath::Key(self, name)
    }
}

impl fmt::Display for FieldPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldPath::Top => Ok(()),
            FieldPath::Key(FieldPath::Top, name) => f.write_str(name),
            FieldPath::Key(parent, name) => write!(f, "{parent}.{name}"),
            FieldPath::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A value and the path to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    pub node: &'a Node,
    pub path: FieldPath<'a>,
}

impl fmt::Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.fmt(f)
    }
}

impl<'a> Field<'a> {
    pub fn top(node: &'a Node) -> Self {
        Self {
            node,
            path: FieldPath::Top,
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self.node.value, Value::Map(_))
    }

    /// The first field of this name.
    pub fn get<'b>(&'b self, name: &'b str) -> Option<Field<'b>> {
        let (_, node) = self.node.entry(name)?;
        Some(self.below(node, name))
    }

    pub fn below<'b>(&'b self, node: &'b Node, name: &'b str) -> Field<'b> {
        Field {
            node,
            path: self.path.field(name),
        }
    }

    pub fn item<'b>(&'b self, node: &'b Node, index: usize) -> Field<'b> {
        Field {
            node,
            path: FieldPath::Item(&self.path, index),
        }
    }

    /// The known fields of an object. The others, and those that are there twice, are reported.
    pub fn object<'b>(&'b self, allowed: &[&'static str], log: &mut Collector<'_>) -> Vec<(&'static str, Field<'b>)> {
        if !self.is_object() {
            log.wrong_type(self, Expected::Object, None);
            return Vec::new();
        }
        let mut known: Vec<(&'static str, Field<'b>)> = Vec::with_capacity(allowed.len());
        let mut reported = BTreeSet::new();
        for (key, value) in self.node.entries() {
            let field = allowed.iter().find(|field| **field == key.key());
            match field {
                Some(field) if known.iter().all(|(seen, _)| seen != field) => {
                    known.push((*field, self.below(value, field)));
                }
                Some(_) if reported.insert(key.key()) => log.duplicate_key(self, key),
                None if reported.insert(key.key()) => log.unknown_field(self, key, allowed),
                _ => {}
            }
        }
        known
    }

    /// `items` says what the list holds, in the plural. An entry that is `None` is left out.
    pub fn list<T>(
        &self,
        items: &'static str,
        log: &mut Collector<'_>,
        mut entry: impl FnMut(&Field<'_>, &mut Collector<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::List(nodes) = &self.node.value else {
            log.wrong_type(self, Expected::List(items), None);
            return None;
        };
        let mut read = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            read.extend(entry(&self.item(node, index), log));
        }
        Some(read)
    }

    pub fn text(&self, log: &mut Collector<'_>) -> Option<String> {
        let text = self.string(None, log)?;
        log.too_large(self, text.len(), limits::TEXT_BYTES, "bytes");
        Some(text.to_owned())
    }

    /// A text on one line, such as a title.
    pub fn title(&self, log: &mut Collector<'_>) -> Option<String> {
        let text = self.string(None, log)?;
        log.too_large(self, text.chars().count(), limits::TITLE_CHARS, "characters");
        Some(text.to_owned())
    }

    /// A text of any size.
    pub fn string(&self, hint: Option<&str>, log: &mut Collector<'_>) -> Option<&'a str> {
        match &self.node.value {
            Value::Text(text) => Some(text),
            _ => {
                log.wrong_type(self, Expected::Text, hint);
                None
            }
        }
    }

    pub fn whole(&self, log: &mut Collector<'_>) -> Option<u64> {
        self.whole_as(Expected::Whole, log)
    }

    pub fn whole_as(&self, expected: Expected, log: &mut Collector<'_>) -> Option<u64> {
        match self.node.value {
            Value::Whole(number) => Some(number),
            _ => {
                log.wrong_type(self, expected, None);
                None
            }
        }
    }

    /// One of a few words, which must be written exactly.
    pub fn word<T>(
        &self,
        allowed: &[&str],
        from_word: impl Fn(&str) -> Option<T>,
        log: &mut Collector<'_>,
    ) -> Option<T> {
        let given = self.text(log)?;
        let known = from_word(&given);
        if known.is_none() {
            let same = allowed.iter().find(|word| word.eq_ignore_ascii_case(given.trim()));
            let hint = match same {
                Some(word) => format!("Write it exactly as `{word}`."),
                None => format!("Use one of {}.", ticked(allowed)),
            };
            let message = format!("`{self}` is `{}`; allowed are {}.", quoted(&given), ticked(allowed));
            log.bad_value(self, message, &hint);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_printed_with_dots_and_indexes() {
        let top = FieldPath::Top;
        let list = top.field("add_tasks");
        let item = FieldPath::Item(&list, 3);
        assert_eq!(top.to_string(), "");
        assert_eq!(list.to_string(), "add_tasks");
        assert_eq!(item.field("title").to_string(), "add_tasks[3].title");
    }
}
