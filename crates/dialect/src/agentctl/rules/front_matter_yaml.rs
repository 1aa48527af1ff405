use model::limits;

use super::FRONT_MATTER_YAML;
use super::front::Verdict;
use crate::yaml::BYTES_MAX;

pub(super) fn syntax(why: &str) -> Verdict {
    said(
        format!("The front matter is not valid YAML: {}.", why.trim_end_matches('.')),
        "Put texts with `:`, `#` or quotes in them into double quotes, and indent lists with two blanks.",
    )
}

pub(super) fn several_documents() -> Verdict {
    said(
        "The front matter holds more than one YAML document.".to_owned(),
        "Remove what follows the first one; only the last line is `---`.",
    )
}

pub(super) fn too_large(bytes: usize) -> Verdict {
    said(
        format!("The front matter is too large: {bytes} bytes, and the limit is {BYTES_MAX}."),
        "Move long texts into the body.",
    )
}

pub(super) fn too_many_values() -> Verdict {
    said(
        format!(
            "The front matter holds too many values; a list may have {} entries.",
            limits::LIST_ENTRIES
        ),
        "Split the task into several.",
    )
}

pub(super) fn too_deep() -> Verdict {
    said(
        "The front matter is nested too deeply.".to_owned(),
        "Use only `key: text` and `key: [text, text]`.",
    )
}

pub(super) fn more(count: usize) -> Verdict {
    said(
        format!("{count} more faults of this front matter are not listed."),
        "Mend those that are, and check again.",
    )
}

fn said(message: String, hint: &str) -> Verdict {
    Verdict {
        rule: FRONT_MATTER_YAML,
        message,
        hint: hint.to_owned(),
    }
}
