//! Adds a key to a JSON answer that is already rendered.

use serde_json::Value;

/// `None` if the answer is not a JSON object.
pub(super) fn with_key(answer: &str, key: &str, value: &Value) -> Option<String> {
    let body = answer.trim_end();
    let fields = body.strip_prefix('{')?.strip_suffix('}')?;
    let end = &answer[body.len()..];
    let comma = if fields.trim().is_empty() { "" } else { "," };
    let is_pretty = fields.contains('\n');
    let fields = fields.trim_end();
    Some(match is_pretty {
        true => {
            let value = format!("{value:#}").replace('\n', "\n  ");
            format!("{{{fields}{comma}\n  \"{key}\": {value}\n}}{end}")
        }
        false => format!("{{{fields}{comma}\"{key}\":{value}}}{end}"),
    })
}
