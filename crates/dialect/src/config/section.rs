//! One table of the file, read key by key. Whatever is wrong is noted, and the default stays.

use std::ops::{Range, RangeInclusive};

use model::{Cost, limits};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Faults, TYPE, VALUE, quoted, ticked};
use super::value::noun;

pub(super) struct Section<'a> {
    /// Empty for the top of the file.
    name: String,
    table: &'a DeTable<'a>,
    /// Where it is named.
    span: Range<usize>,
}

/// A text and where it stands.
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
}

impl<'a> Section<'a> {
    pub(super) fn top(table: &'a DeTable<'a>) -> Self {
        Self {
            name: String::new(),
            table,
            span: 0..0,
        }
    }

    /// Notes every key that is not among the known ones.
    pub(super) fn with_keys(self, known: &[&'static str], faults: &mut Faults) -> Self {
        self.check_keys(known, faults);
        self
    }

    pub(super) fn check_keys(&self, known: &[&'static str], faults: &mut Faults) {
        for key in self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            faults.unknown_key(&self.name, key.get_ref(), key.span(), known);
        }
    }

    pub(super) fn table(&self, key: &'static str, faults: &mut Faults) -> Option<&'a DeTable<'a>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => self.wrong_type(key, value, "a table", &format!("Write `[{key}]`."), faults),
        }
    }

    pub(super) fn section(&self, key: &'static str, faults: &mut Faults) -> Option<Section<'a>> {
        let table = self.table(key, faults)?;
        Some(Section {
            name: key.to_owned(),
            table,
            span: self.key_span(key).unwrap_or(0..0),
        })
    }

    /// The sections below one, by name.
    pub(super) fn sections(&self, key: &'static str, faults: &mut Faults) -> Vec<Section<'a>> {
        let mut sections = Vec::new();
        for (name, value) in self.table(key, faults).into_iter().flatten() {
            if let DeValue::Table(table) = value.get_ref() {
                sections.push(Section {
                    name: format!("{key}.{}", name.get_ref()),
                    table,
                    span: name.span(),
                });
            } else {
                let what = noun(value.get_ref());
                let message = format!("`{key}` holds one table for each name; this is {what}.");
                let hint = format!("Write `[{key}.NAME]`, and its keys below.");
                faults.note(TYPE, value.span(), message, hint);
            }
        }
        sections
    }

    /// What it is called below the section that it belongs to.
    pub(super) fn last_name(&self) -> &str {
        self.name.split_once('.').map_or(self.name.as_str(), |(_, last)| last)
    }

    pub(super) fn title(&self) -> String {
        format!("`[{}]`", self.name)
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub(super) fn word<T: Copy>(&self, key: &str, words: &[(&'static str, T)], faults: &mut Faults) -> Option<T> {
        let all: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let hint = format!("Write one of {}, in quotes.", ticked(&all));
        let Text { text, span } = self.text(key, &hint, faults)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            faults.note(
                VALUE,
                span,
                format!("{} cannot be {}.", self.way(key), quoted(text)),
                hint,
            );
        }
        found
    }

    pub(super) fn flag(&self, key: &str, faults: &mut Faults) -> Option<bool> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong_type(
                key,
                value,
                "a boolean",
                "Write `true` or `false`, without quotes.",
                faults,
            ),
        }
    }

    pub(super) fn number(&self, key: &str, bounds: &RangeInclusive<u64>, faults: &mut Faults) -> Option<u64> {
        let value = self.value(key)?;
        let hint = format!("Write a whole number from {} to {}.", bounds.start(), bounds.end());
        let DeValue::Integer(written) = value.get_ref() else {
            return self.wrong_type(key, value, "a whole number", &hint, faults);
        };
        let number = u64::from_str_radix(written.as_str(), written.radix()).ok();
        let number = number.filter(|number| bounds.contains(number));
        if number.is_none() {
            let message = format!("{} cannot be {}.", self.way(key), quoted(&written.to_string()));
            faults.note(VALUE, value.span(), message, hint);
        }
        number
    }

    /// Dollars, with or without a fraction.
    pub(super) fn money(&self, key: &str, most: u64, faults: &mut Faults) -> Option<Cost> {
        let value = self.value(key)?;
        let hint = format!("Write dollars, like `0.50`, up to {most}.");
        let written = match value.get_ref() {
            DeValue::Float(written) => written.as_str().to_owned(),
            DeValue::Integer(written) if written.radix() == 10 => written.as_str().to_owned(),
            _ => return self.wrong_type(key, value, "an amount of dollars", &hint, faults),
        };
        let amount = written.parse().ok().and_then(Cost::from_dollars);
        let amount = amount.filter(|amount| amount.micros() > 0 && amount.micros() <= most.saturating_mul(1_000_000));
        if amount.is_none() {
            let message = format!("{} cannot be {}.", self.way(key), quoted(&written));
            faults.note(VALUE, value.span(), message, hint);
        }
        amount
    }

    pub(super) fn text(&self, key: &str, hint: &str, faults: &mut Faults) -> Option<Text<'a>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(Text {
                text,
                span: value.span(),
            }),
            _ => self.wrong_type(key, value, "a string", hint, faults),
        }
    }

    /// A list of strings. Those that are none are noted and left out.
    pub(super) fn texts(&self, key: &str, hint: &str, faults: &mut Faults) -> Option<Vec<Text<'a>>> {
        let value = self.value(key)?;
        let DeValue::Array(values) = value.get_ref() else {
            return self.wrong_type(key, value, "a list of strings", hint, faults);
        };
        if values.len() > limits::LIST_ENTRIES {
            let message = format!("{} has more than {} entries.", self.way(key), limits::LIST_ENTRIES);
            faults.note(VALUE, value.span(), message, "Leave out what is not needed.");
            return None;
        }
        let texts = values.iter().filter_map(|value| match value.get_ref() {
            DeValue::String(text) => Some(Text {
                text,
                span: value.span(),
            }),
            _ => self.wrong_type(key, value, "a list of strings", hint, faults),
        });
        Some(texts.collect())
    }

    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.table.get_key_value(key).map(|(key, _)| key.span())
    }

    /// How sentences call a key.
    pub(super) fn way(&self, key: &str) -> String {
        match self.name.as_str() {
            "" => format!("`{key}`"),
            name => format!("`{name}.{key}`"),
        }
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    fn wrong_type<T>(
        &self,
        key: &str,
        found: &Spanned<DeValue<'_>>,
        wanted: &str,
        hint: &str,
        faults: &mut Faults,
    ) -> Option<T> {
        let message = format!("{} must be {wanted}; this is {}.", self.way(key), noun(found.get_ref()));
        faults.note(TYPE, found.span(), message, hint);
        None
    }
}
