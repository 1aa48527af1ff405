//! # front-matter
//!
//! `plan.md` and every task file begin with a front matter: `---` on the first line, `key: value` lines, and `---` on
//! a line of its own.
//!
//! The front matter is what makes a text a task: without it there is no id, and nothing can depend on the task.
//! Windows line ends, a byte order mark and a file that ends right after the second `---` are read.
//!
//! Bad:  a task file that begins with `# Create the schema`
//! Good: a task file that begins with `---`, `id: create-schema`, `---`

use std::ops::Range;

use model::Diagnostic;

use super::front::Verdict;
use crate::source::Source;

pub const RULE: &str = "front-matter";

pub(in crate::agentctl) fn absent(source: &Source<'_>, first_line: &Range<usize>) -> Diagnostic {
    let message = match source.text.trim().is_empty() {
        true => "The file is empty; it has no front matter.",
        false => "The file has no front matter: its first line is not `---`.",
    };
    let hint = match source.path.ends_with(crate::agentctl::PLAN_FILE) {
        true => "Begin the file with a line `---`, a line `title: …` and another line `---`.",
        false => "Begin the file with a line `---`, a line `id: …` and another line `---`.",
    };
    source.error(RULE, first_line, message).with_hint(hint)
}

pub(in crate::agentctl) fn unclosed(source: &Source<'_>, opening: &Range<usize>) -> Diagnostic {
    source
        .error(RULE, opening, "The front matter is not closed.")
        .with_hint("Put a line `---` after its last key.")
}

pub(super) fn not_mapping(found: &str) -> Verdict {
    Verdict {
        rule: RULE,
        message: format!("The front matter must consist of `key: value` lines, but it is {found}."),
        hint: "Write each key on its own line, followed by a colon and a blank.".to_owned(),
    }
}
