//! One JSON document per answer.

use serde::Serialize;

use super::visible::is_hidden;

/// The document and a line break. Characters that hide text are written as JSON escapes, which mean the same.
pub(crate) fn pretty(shape: &impl Serialize) -> String {
    escaped(serde_json::to_string_pretty(shape))
}

/// The same on one line.
pub(crate) fn compact(shape: &impl Serialize) -> String {
    escaped(serde_json::to_string(shape))
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
    fn hidden_characters_are_escaped_and_mean_the_same() {
        let text = "a\u{1b}\u{202e}\u{9b}\u{e0041}\n日本";
        let document = pretty(&[text]);
        assert_eq!(document, "[\n  \"a\\u001b\\u202e\\u009b\\udb40\\udc41\\n日本\"\n]\n");
        assert_eq!(serde_json::from_str::<Vec<String>>(&document).unwrap(), [text]);
    }
}
