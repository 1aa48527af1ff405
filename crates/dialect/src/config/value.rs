//! A value of a table that nobody reads yet.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    /// A number or a time, as it was written.
    Literal(String),
    Flag(bool),
    List(Vec<Value>),
    Table(BTreeMap<String, Value>),
}

/// The reader does not nest deeper than its own limit, and so neither does this.
pub(super) fn keep(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Literal(number.to_string()),
        DeValue::Float(number) => Value::Literal(number.to_string()),
        DeValue::Datetime(time) => Value::Literal(time.to_string()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(values) => Value::List(values.iter().map(|value| keep(value.get_ref())).collect()),
        DeValue::Table(table) => Value::Table(keep_table(table)),
    }
}

pub(super) fn keep_table(table: &DeTable<'_>) -> BTreeMap<String, Value> {
    let entries = table.iter();
    entries
        .map(|(key, value)| (key.get_ref().to_string(), keep(value.get_ref())))
        .collect()
}

/// For sentences.
pub(super) fn noun(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
