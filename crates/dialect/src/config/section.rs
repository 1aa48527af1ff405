//! One table of the file, read key by key. Whatever is wrong is noted, and the default stays.

use std::ops::{Range, RangeInclusive};

use model::{Cost, Diagnostic, Rule};

use super::rules::{KEY, TYPE, VALUE, WORDING};
use super::sections::HOMES;
use crate::data::{Collector, Expected, Field, Node, Value, quoted, ticked};
use crate::spelling;

pub(super) struct Section<'a> {
    pub(super) field: Field<'a>,
    /// What it is called below the section that it belongs to; empty for the top of the file.
    pub(super) name: &'a str,
    /// Where it is named.
    pub(super) span: Range<usize>,
}

/// A text and its place.
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
}

pub(super) fn note(
    log: &mut Collector<'_>,
    rule: &'static Rule,
    span: Range<usize>,
    message: String,
    hint: impl Into<String>,
) {
    log.note(|| Diagnostic::error(rule, message).at_span(span).with_hint(hint));
}

impl<'a> Section<'a> {
    pub(super) fn top(root: &'a Node) -> Self {
        Self {
            field: Field::top(root),
            name: "",
            span: 0..0,
        }
    }

    /// Notes every key that is not among the known ones.
    pub(super) fn with_keys(self, known: &[&'static str], log: &mut Collector<'_>) -> Self {
        self.check_keys(known, log);
        self
    }

    pub(super) fn check_keys(&self, known: &[&'static str], log: &mut Collector<'_>) {
        for (key, _) in self.field.node.entries() {
            if !known.contains(&key.key()) {
                self.unknown_key(key, known, log);
            }
        }
    }

    fn unknown_key(&self, key: &Node, known: &[&'static str], log: &mut Collector<'_>) {
        let place = match self.name {
            "" => "at the top of the file".to_owned(),
            _ => format!("in {}", self.title()),
        };
        let list = format!("Known here: {}.", ticked(known));
        let meant = spelling::meant(key.key(), known, WORDING.other_words);
        let hint = match (meant, homes_of(key.key()).as_slice()) {
            (Some(meant), _) => format!("Did you mean `{meant}`? {list}"),
            (None, []) => list,
            (None, homes) => format!("It belongs in {}. {list}", homes.join(" or ")),
        };
        let message = format!("There is no key `{}` {place}.", quoted(key.key()));
        note(log, KEY, key.span.clone(), message, hint);
    }

    pub(super) fn section<'b>(&'b self, key: &'static str, log: &mut Collector<'_>) -> Option<Section<'b>> {
        let field = self.field.get(key)?;
        if !field.is_object() {
            log.wrong_type(&field, Expected::Table, Some(&format!("Write `[{key}]`.")));
            return None;
        }
        Some(Section {
            field,
            name: key,
            span: self.key_span(key)?,
        })
    }

    /// The sections below this one, by name.
    pub(super) fn sections(&self, log: &mut Collector<'_>) -> Vec<Section<'_>> {
        let mut sections = Vec::new();
        for (key, node) in self.field.node.entries() {
            let section = Section {
                field: self.field.below(node, key.key()),
                name: key.key(),
                span: key.span.clone(),
            };
            if section.field.is_object() {
                sections.push(section);
            } else {
                let (parent, what) = (self.name, node.value.noun());
                let message = format!("`{parent}` holds one table for each name; this is {what}.");
                let hint = format!("Write `[{parent}.NAME]`, and its keys below.");
                note(log, TYPE, node.span.clone(), message, hint);
            }
        }
        sections
    }

    pub(super) fn title(&self) -> String {
        format!("`[{}]`", self.field)
    }

    pub(super) fn word<T: Copy>(&self, key: &str, words: &[(&'static str, T)], log: &mut Collector<'_>) -> Option<T> {
        let all: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let hint = format!("Write one of {}, in quotes.", ticked(&all));
        let Text { text, span } = self.text(key, &hint, log)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let message = format!("{} cannot be `{}`.", self.path(key), quoted(text));
            note(log, VALUE, span, message, hint);
        }
        found
    }

    pub(super) fn flag(&self, key: &str, log: &mut Collector<'_>) -> Option<bool> {
        let field = self.field.get(key)?;
        match field.node.value {
            Value::Bool(flag) => Some(flag),
            _ => {
                let hint = "Write `true` or `false`, without quotes.";
                log.wrong_type(&field, Expected::Bool, Some(hint));
                None
            }
        }
    }

    pub(super) fn number(&self, key: &str, bounds: &RangeInclusive<u64>, log: &mut Collector<'_>) -> Option<u64> {
        let field = self.field.get(key)?;
        let hint = format!("Write a whole number from {} to {}.", bounds.start(), bounds.end());
        match field.node.value {
            Value::Whole(number) if bounds.contains(&number) => return Some(number),
            Value::Whole(_) | Value::Number => self.out_of_bounds(&field, &hint, log),
            _ => log.wrong_type(&field, Expected::Whole, Some(&hint)),
        }
        None
    }

    /// Dollars, with or without a fraction.
    pub(super) fn money(&self, key: &str, most: u64, log: &mut Collector<'_>) -> Option<Cost> {
        let field = self.field.get(key)?;
        let hint = format!("Write dollars, like `0.50`, up to {most}.");
        if !matches!(field.node.value, Value::Whole(_) | Value::Number) {
            log.wrong_type(&field, Expected::Dollars, Some(&hint));
            return None;
        }
        let amount = written(&field, log)
            .replace('_', "")
            .parse()
            .ok()
            .and_then(Cost::from_dollars);
        let amount = amount.filter(|amount| amount.micros() > 0 && amount.micros() <= most.saturating_mul(1_000_000));
        if amount.is_none() {
            self.out_of_bounds(&field, &hint, log);
        }
        amount
    }

    fn out_of_bounds(&self, field: &Field<'_>, hint: &str, log: &mut Collector<'_>) {
        let message = format!("`{field}` cannot be `{}`.", quoted(written(field, log)));
        note(log, VALUE, field.node.span.clone(), message, hint);
    }

    pub(super) fn text(&self, key: &str, hint: &str, log: &mut Collector<'_>) -> Option<Text<'_>> {
        let (_, node) = self.field.node.entry(key)?;
        text(&self.field.below(node, key), node, hint, log)
    }

    /// A list of strings. Those that are none are noted and left out.
    pub(super) fn texts(&self, key: &str, hint: &str, log: &mut Collector<'_>) -> Option<Vec<Text<'_>>> {
        let (_, node) = self.field.node.entry(key)?;
        let field = self.field.below(node, key);
        let Value::List(items) = &node.value else {
            log.wrong_type(&field, Expected::List("strings"), Some(hint));
            return None;
        };
        log.too_many(&field, items.len());
        let items = items.iter().enumerate();
        Some(
            items
                .filter_map(|(index, item)| text(&field.item(item, index), item, hint, log))
                .collect(),
        )
    }

    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.field.node.entry(key).map(|(key, _)| key.span.clone())
    }

    /// How sentences call a key.
    pub(super) fn path(&self, key: &str) -> String {
        match self.name {
            "" => format!("`{key}`"),
            _ => format!("`{}.{key}`", self.field),
        }
    }
}

fn text<'a>(field: &Field<'_>, node: &'a Node, hint: &str, log: &mut Collector<'_>) -> Option<Text<'a>> {
    match &node.value {
        Value::Text(text) => Some(Text {
            text,
            span: node.span.clone(),
        }),
        _ => {
            log.wrong_type(field, Expected::Text, Some(hint));
            None
        }
    }
}

/// A value as the file has it.
fn written<'t>(field: &Field<'_>, log: &Collector<'t>) -> &'t str {
    log.text.get(field.node.span.clone()).unwrap_or_default()
}

/// The sections that know the key.
fn homes_of(key: &str) -> Vec<String> {
    let homes = HOMES.iter().filter(|(_, keys)| keys.contains(&key));
    homes.map(|(section, _)| format!("`[{section}]`")).collect()
}
