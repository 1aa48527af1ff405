//! One JSON document per answer, with a line break at its end.

use serde::Serialize;

pub(super) fn pretty(shape: &impl Serialize) -> String {
    written(serde_json::to_string_pretty(shape))
}

/// On one line.
pub(super) fn compact(shape: &impl Serialize) -> String {
    written(serde_json::to_string(shape))
}

fn written(text: serde_json::Result<String>) -> String {
    let mut text = text.unwrap_or_else(|fault| unreachable!("our shapes have text keys and plain values: {fault}"));
    text.push('\n');
    text
}
