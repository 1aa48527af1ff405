//! Guesses which field an unknown word was meant to be.

/// Words that agents use for our fields.
const OTHER_WORDS: [(&str, &str); 21] = [
    ("tasks", "add_tasks"),
    ("new_tasks", "add_tasks"),
    ("updates", "update_tasks"),
    ("summary", "final_summary"),
    ("version", "last_seen_version"),
    ("agent_name", "agent"),
    ("name", "title"),
    ("description", "title"),
    ("kind", "type"),
    ("task_type", "type"),
    ("deps", "dependencies"),
    ("depends_on", "dependencies"),
    ("after", "dependencies"),
    ("hints", "context_hints"),
    ("context", "context_hints"),
    ("paths", "relevant_file_paths"),
    ("files", "relevant_file_paths"),
    ("file_paths", "relevant_file_paths"),
    ("relevant_files", "relevant_file_paths"),
    ("state", "status"),
    ("task_id", "id"),
];

/// Longer words are not worth comparing.
const WORD_BYTES_MAX: usize = 40;
const TYPOS_MAX: usize = 2;

/// The allowed word that was probably meant.
pub(super) fn nearest(given: &str, allowed: &[&'static str]) -> Option<&'static str> {
    if given.len() > WORD_BYTES_MAX {
        return None;
    }
    let lower = given.to_lowercase().replace('-', "_");
    let meant = OTHER_WORDS
        .iter()
        .find(|(other, ours)| *other == lower && allowed.contains(ours))
        .map(|(_, ours)| *ours);
    meant.or_else(|| {
        let in_reach = |word: &&&str| word.len().abs_diff(lower.len()) <= TYPOS_MAX;
        allowed
            .iter()
            .filter(in_reach)
            .map(|word| (distance(&lower, word), *word))
            .filter(|(typos, word)| *typos <= TYPOS_MAX && *typos < word.len())
            .min()
            .map(|(_, word)| word)
    })
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
        let check = |given: &str, allowed: &[&'static str], expected: Option<&str>| {
            assert_eq!(nearest(given, allowed), expected, "{given}");
        };
        let top = ["add_tasks", "update_tasks", "final_summary"];
        check("add_task", &top, Some("add_tasks"));
        check("addTasks", &top, Some("add_tasks"));
        check("Add-Tasks", &top, Some("add_tasks"));
        check("tasks", &top, Some("add_tasks"));
        check("summary", &top, Some("final_summary"));
        check("banana", &top, None);
        check("", &top, None);
        check(&"x".repeat(10_000), &top, None);
        check("hints", &["context_hints"], Some("context_hints"));
        check("hints", &top, None);
        check("idd", &["id"], Some("id"));
        check("x", &["id"], None);
        check("done", &["TODO", "DONE"], None);
    }

    #[test]
    fn counts_typos() {
        for (a, b, typos) in [
            ("", "", 0),
            ("a", "", 1),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
            ("ab", "ba", 2),
        ] {
            assert_eq!(distance(a, b), typos, "{a} {b}");
        }
    }
}
