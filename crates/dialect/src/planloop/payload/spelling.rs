//! Guesses which field an unknown word was meant to be.

use crate::spelling;

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

/// The allowed word that was probably meant.
pub(super) fn nearest(given: &str, allowed: &[&'static str]) -> Option<&'static str> {
    spelling::meant(given, allowed, &OTHER_WORDS)
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
        check("done", &["TODO", "DONE"], Some("DONE"));
    }
}
