//! Guesses which word an unknown one was meant to be.

/// Words that agents use for our keys.
const OTHER_WORDS: [(&str, &str); 17] = [
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

/// Longer words are not worth comparing.
const WORD_BYTES_MAX: usize = 80;
const TYPOS_MAX: usize = 2;

/// The key that was probably meant.
pub(super) fn nearest_key(given: &str, keys: &[&'static str]) -> Option<&'static str> {
    let lower = given.to_lowercase().replace('-', "_");
    let known = OTHER_WORDS
        .iter()
        .find(|(other, key)| *other == lower && keys.contains(key))
        .map(|(_, key)| *key);
    known.or_else(|| nearest(&lower, keys.iter().copied()))
}

/// The word within two typos, if any.
pub(super) fn nearest<'a>(given: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > WORD_BYTES_MAX {
        return None;
    }
    words
        .into_iter()
        .filter(|word| word.len().abs_diff(given.len()) <= TYPOS_MAX)
        .map(|word| (distance(given, word), word))
        .filter(|(typos, word)| *typos <= TYPOS_MAX && *typos < word.len())
        .min()
        .map(|(_, word)| word)
}

/// How many letters must be inserted, removed or replaced.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, left) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
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
        assert_eq!(nearest("setup-bd", ["setup-db", "ship"]), Some("setup-db"));
        assert_eq!(nearest(&"x".repeat(1_000_000), ["x"]), None);
    }
}
