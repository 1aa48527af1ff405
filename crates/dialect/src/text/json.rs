//! One JSON document per answer.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::visible::is_hidden;

/// The document and a line break. Characters that hide text are written as JSON escapes, which mean the same.
pub fn pretty(shape: &impl Serialize) -> String {
    escaped(serde_json::to_string_pretty(shape))
}

/// The same on one line.
pub fn compact(shape: &impl Serialize) -> String {
    escaped(serde_json::to_string(shape))
}

/// The document with one more key, in the same layout; `None` if it is not a JSON object.
pub fn with_key(document: &str, key: &str, value: Value) -> Option<String> {
    let mut object: Map<String, Value> = serde_json::from_str(document).ok()?;
    object.insert(key.to_owned(), value);
    let is_pretty = document.trim_end().contains('\n');
    Some(if is_pretty { pretty(&object) } else { compact(&object) })
}

/// Serializes a value as the text that it displays.
pub fn shown<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn escaped(text: serde_json::Result<String>) -> String {
    let text = text.unwrap_or_else(|fault| unreachable!("our shapes have text keys and plain values: {fault}"));
    let mut document = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        // The only control character outside a string is the line break, and inside one it is escaped already.
        if is_hidden(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                document.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            document.push(c);
        }
    }
    document.push('\n');
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_added_in_the_layout_of_the_document() {
        let document = "{\n  \"b\": [],\n  \"a\": 0.5\n}\n";
        let expected = "{\n  \"b\": [],\n  \"a\": 0.5,\n  \"c\": \"\\u202e\"\n}\n";
        assert_eq!(with_key(document, "c", "\u{202e}".into()).unwrap(), expected);
        assert_eq!(with_key("{\"b\":1}\n", "a", 2.into()).unwrap(), "{\"b\":1,\"a\":2}\n");
        for text in ["added task 2\n", "", "[]", "{}\n{}\n"] {
            assert_eq!(with_key(text, "a", 1.into()), None, "{text}");
        }
    }

    #[test]
    fn hidden_characters_are_escaped_and_mean_the_same() {
        let text = "a\u{1b}\u{202e}\u{9b}\u{e0041}\n日本";
        let document = pretty(&[text]);
        assert_eq!(document, "[\n  \"a\\u001b\\u202e\\u009b\\udb40\\udc41\\n日本\"\n]\n");
        assert_eq!(serde_json::from_str::<Vec<String>>(&document).unwrap(), [text]);
    }
}
