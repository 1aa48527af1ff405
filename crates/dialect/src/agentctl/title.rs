//! Titles that stand in bodies.

use std::borrow::Cow;

use model::limits;

/// A body without the blank lines around it, its line ends as `\n`.
pub(super) fn tidy(body: &str) -> String {
    let body = with_plain_line_ends(body);
    let mut start = 0;
    for line in body.split_inclusive('\n') {
        if !line.trim().is_empty() {
            break;
        }
        start += line.len();
    }
    body[start..].trim_end().to_owned()
}

fn with_plain_line_ends(body: &str) -> Cow<'_, str> {
    if !body.contains("\r\n") {
        return Cow::Borrowed(body);
    }
    let lines: Vec<_> = body.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    Cow::Owned(lines.join("\n"))
}

/// The first line that says something, without heading marks; empty only for an empty body.
pub(super) fn title_of(body: &str) -> String {
    let mut lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return String::new();
    };
    let spoken = std::iter::once(first)
        .chain(lines)
        .map(without_marks)
        .find(|line| !line.is_empty());
    clipped(spoken.unwrap_or(first))
}

/// `## Add login` says `Add login`.
fn without_marks(line: &str) -> &str {
    const LEVELS: usize = 6;
    let marks = line.bytes().take_while(|b| *b == b'#').count();
    let rest = &line[marks..];
    let is_heading = (1..=LEVELS).contains(&marks) && (rest.is_empty() || rest.starts_with([' ', '\t']));
    if is_heading { rest.trim() } else { line }
}

fn clipped(line: &str) -> String {
    const ELLIPSIS: char = '…';
    match line.char_indices().nth(limits::TITLE_CHARS) {
        None => line.to_owned(),
        Some(_) => line.chars().take(limits::TITLE_CHARS - 1).chain([ELLIPSIS]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_spoken_line_is_the_title() {
        for (body, title) in [
            ("", ""),
            (" \n\t\n", ""),
            ("Add login\n\nMore.", "Add login"),
            ("\n\n# Add login\r\nMore.", "Add login"),
            ("###### six", "six"),
            ("####### seven", "####### seven"),
            ("#hashtag", "#hashtag"),
            ("#\n##\n\nAfter empty headings", "After empty headings"),
            ("#", "#"),
            ("# # marked", "# marked"),
            ("  - item", "- item"),
        ] {
            assert_eq!(title_of(body), title, "{body:?}");
        }
        let long = "x".repeat(limits::TITLE_CHARS + 1);
        assert_eq!(title_of(&long).chars().count(), limits::TITLE_CHARS);
        assert_eq!(title_of(&long[1..]), long[1..]);
    }

    #[test]
    fn tidying_twice_is_tidying_once() {
        for (body, tidied) in [
            ("\r\n\r\n  code\r\nmore \r\n\r\n", "  code\nmore"),
            ("", ""),
            (" \n", ""),
            ("\r\r\n\nx", "x"),
            ("a\rb", "a\rb"),
            ("a\r\r\nb", "a\nb"),
        ] {
            assert_eq!(tidy(body), tidied, "{body:?}");
            assert_eq!(tidy(tidied), tidied);
        }
    }
}
