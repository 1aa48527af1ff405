//! TOML as a tree. The library reads on after an error, so that all errors are reported at once.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::tree::{Node, Value};

/// As much of the tree as could be read, and the errors with their places.
pub(crate) fn parse(text: &str) -> (Node, Vec<(String, Range<usize>)>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let root = Node {
        value: map(table.get_ref()),
        span: table.span(),
    };
    let error = |error: Error| (error.message().to_owned(), error.span().unwrap_or(0..0));
    (root, errors.into_iter().map(error).collect())
}

/// The library does not nest deeper than its own limit, and so neither does this.
fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let span = value.span();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            u64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Number, Value::Whole)
        }
        DeValue::Float(_) => Value::Number,
        DeValue::Datetime(_) => Value::Time,
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Array(values) => Value::List(values.iter().map(node).collect()),
        DeValue::Table(table) => map(table),
    };
    Node { value, span }
}

fn map(table: &DeTable<'_>) -> Value {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        let name = Node {
            value: Value::Text(key.get_ref().to_string()),
            span: key.span(),
        };
        (name, node(value))
    };
    Value::Map(table.iter().map(entry).collect())
}
