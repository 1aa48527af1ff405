use std::ops::Range;

use model::Diagnostic;

use super::FRONT_MATTER;
use super::front::Verdict;
use crate::source::Source;

pub(in crate::agentctl) fn absent(source: &Source<'_>, first_line: &Range<usize>) -> Diagnostic {
    let message = match source.text.trim().is_empty() {
        true => "The file is empty; it has no front matter.",
        false => "The file has no front matter: its first line is not `---`.",
    };
    let hint = match source.path.ends_with(crate::agentctl::PLAN_FILE) {
        true => "Begin the file with a line `---`, a line `title: …` and another line `---`.",
        false => "Begin the file with a line `---`, a line `id: …` and another line `---`.",
    };
    source.error(FRONT_MATTER, first_line, message).with_hint(hint)
}

pub(in crate::agentctl) fn unclosed(source: &Source<'_>, opening: &Range<usize>) -> Diagnostic {
    source
        .error(FRONT_MATTER, opening, "The front matter is not closed.")
        .with_hint("Put a line `---` after its last key.")
}

pub(super) fn not_mapping(found: &str) -> Verdict {
    Verdict {
        rule: FRONT_MATTER,
        message: format!("The front matter must consist of `key: value` lines, but it is {found}."),
        hint: "Write each key on its own line, followed by a colon and a blank.".to_owned(),
    }
}
