//! One JSON document per answer, with a line break at its end.

use serde::{Serialize, Serializer};

pub(super) fn pretty(shape: &impl Serialize) -> String {
    written(serde_json::to_string_pretty(shape))
}

/// On one line.
pub(super) fn compact(shape: &impl Serialize) -> String {
    written(serde_json::to_string(shape))
}

/// For values that are written as they are shown.
pub(super) fn shown<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn written(text: serde_json::Result<String>) -> String {
    let mut text = text.unwrap_or_else(|fault| unreachable!("our shapes have text keys and plain values: {fault}"));
    text.push('\n');
    text
}
