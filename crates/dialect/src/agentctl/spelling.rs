//! Guesses which key an unknown one was meant to be.

use crate::spelling;

/// Words that agents use for our keys.
pub(super) const OTHER_WORDS: [(&str, &str); 17] = [
    ("name", "title"),
    ("summary", "title"),
    ("task_id", "id"),
    ("key", "id"),
    ("slug", "id"),
    ("after", "depends_on"),
    ("blocked_by", "depends_on"),
    ("dependencies", "depends_on"),
    ("deps", "depends_on"),
    ("requires", "depends_on"),
    ("assignee", "agent"),
    ("driver", "agent"),
    ("owner", "agent"),
    ("checklist", "subtasks"),
    ("steps", "subtasks"),
    ("sub_tasks", "subtasks"),
    ("todo", "subtasks"),
];

/// The key that was probably meant.
pub(super) fn nearest_key(given: &str, keys: &[&'static str]) -> Option<&'static str> {
    spelling::meant(given, keys, &OTHER_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_word_that_was_meant() {
        let keys = ["id", "depends_on", "agent", "subtasks"];
        for (given, meant) in [
            ("dependsOn", Some("depends_on")),
            ("depends-on", Some("depends_on")),
            ("deps", Some("depends_on")),
            ("Agent", Some("agent")),
            ("sub_tasks", Some("subtasks")),
            ("name", None),
            ("priority", None),
            ("", None),
        ] {
            assert_eq!(nearest_key(given, &keys), meant, "{given}");
        }
        assert_eq!(nearest_key("Titel", &["title"]), Some("title"));
    }
}
