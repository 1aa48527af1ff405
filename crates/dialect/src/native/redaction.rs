//! That something secret was kept out of what is stored.

use super::added_key::with_key;
use super::page::Page;
use super::style::{WARNING, paint};

const SAID: &str = "something secret was in what was given; [redacted] stands in its place wherever it is kept";

/// The same answer with one more key; `None` if it is no JSON object.
pub fn with_redaction(answer: &str) -> Option<String> {
    with_key(answer, "redacted", &SAID.into())
}

pub fn redaction_text() -> String {
    let mut page = Page::default();
    page.line(format!("{}: {SAID}", paint(WARNING, "warning")));
    page.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_answer_stays_one_document() {
        for answer in ["{}", "{\"a\":1}", "{\n  \"a\": {\n    \"b\": []\n  }\n}\n"] {
            let noted = with_redaction(answer).unwrap();
            let mut read: Value = serde_json::from_str(&noted).unwrap();
            assert_eq!(read.as_object_mut().unwrap().remove("redacted"), Some(json!(SAID)));
            assert_eq!(read, serde_json::from_str::<Value>(answer).unwrap());
            assert_eq!(noted.ends_with('\n'), answer.ends_with('\n'));
        }
        assert_eq!(
            with_redaction("{\n  \"a\": 1\n}\n").unwrap(),
            format!("{{\n  \"a\": 1,\n  \"redacted\": \"{SAID}\"\n}}\n")
        );
    }

    #[test]
    fn text_stays_as_it_is() {
        assert_eq!(with_redaction("added task 2\n"), None);
        assert_eq!(with_redaction(""), None);
        assert!(redaction_text().ends_with(&format!(": {SAID}\n")));
    }
}
