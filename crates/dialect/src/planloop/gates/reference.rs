//! Tells whether a hint points at something: code, a file, a URL, or a named or numbered place.

use super::mention::{code_spans, ending};

/// Words that name a place when a number, a name or a quotation stands beside them. Sorted.
const PLACES: [&str; 24] = [
    "adr",
    "appendix",
    "chapter",
    "clause",
    "commit",
    "figure",
    "issue",
    "line",
    "lines",
    "page",
    "pages",
    "paragraph",
    "part",
    "pr",
    "requirement",
    "rfc",
    "rule",
    "section",
    "sections",
    "step",
    "story",
    "table",
    "task",
    "ticket",
];

pub(super) fn holds_any(text: &str) -> bool {
    if code_spans(text).any(|span| !span.trim().is_empty()) {
        return true;
    }
    let mut before = "";
    for word in text.split_whitespace() {
        if is_reference(word) || is_place(before, word) {
            return true;
        }
        before = word;
    }
    false
}

fn is_reference(word: &str) -> bool {
    let word = trimmed(word);
    let is_numbered = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    word.contains("://")
        || word.contains("::")
        || word.ends_with("()")
        || is_identifier(word)
        || is_file(word)
        || ['#', '§']
            .iter()
            .any(|mark| word.strip_prefix(*mark).is_some_and(is_numbered))
}

/// `section 2`, `See section X`, or `the 'User API' section`.
fn is_place(before: &str, word: &str) -> bool {
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase() || is_quote(c) || matches!(c, '#' | '§'))
    };
    (is_place_word(before) && is_name(word)) || (is_place_word(word) && before.ends_with(is_quote))
}

fn is_place_word(word: &str) -> bool {
    let word = trimmed(word).to_lowercase();
    PLACES.binary_search(&word.as_str()).is_ok()
}

/// `snake_case`
fn is_identifier(word: &str) -> bool {
    let parts: Vec<_> = word.split('_').collect();
    let is_part = |part: &&str| part.chars().all(char::is_alphanumeric);
    parts.len() > 1 && parts.iter().all(is_part) && parts.iter().any(|part| !part.is_empty())
}

/// `main.py`, `src/main.py`, `src/api/`, `/login`. A single inner slash is not enough: `and/or`.
fn is_file(word: &str) -> bool {
    const STEM_BYTES_MIN: usize = 2;
    let has_stem = |ending: &str| word.len() > STEM_BYTES_MIN + ending.len();
    let slashes = word.matches('/').count();
    let has_letters = word.chars().any(char::is_alphanumeric);
    ending(word).is_some_and(has_stem) || (has_letters && (slashes > 1 || word.starts_with('/') || word.ends_with('/')))
}

fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"' | '‘' | '’' | '“' | '”' | '«' | '»')
}

fn trimmed(word: &str) -> &str {
    let is_frame = |c: char| is_quote(c) || matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '[' | ']' | '…');
    let word = word.trim_matches(is_frame);
    match word.strip_prefix('(') {
        Some(inner) => inner.trim_end_matches(')').trim_matches(is_frame),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_search() {
        assert!(PLACES.is_sorted());
    }

    #[test]
    fn knows_what_points_somewhere() {
        let check = |text: &str, expected: bool| assert_eq!(holds_any(text), expected, "{text}");
        check("`x`", true);
        check("main.py", true);
        check("(spec.md)", true);
        check("src/api/", true);
        check("the /login endpoint", true);
        check("a/b/c", true);
        check("section 3", true);
        check("Section 'Tables'", true);
        check("the “User API” section", true);
        check("lines 10-20", true);
        check("issue #12", true);
        check("#12", true);
        check("§2", true);
        check("snake_case", true);
        check("open()", true);
        check("and/or", false);
        check("e.g. this, i.e. that etc.", false);
        check("the section about users", false);
        check("_ __", false);
        check("/", false);
        check("v1.2 and 3.4", false);
        check("", false);
    }
}
