//! Where the front matter of a file ends and its body begins.

use std::ops::Range;

const MARK: &str = "---";
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The parts of a file, as bytes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cut {
    Parts {
        opening: Range<usize>,
        /// Between the marks.
        front: Range<usize>,
        closing: Range<usize>,
        body: Range<usize>,
    },
    /// The first line is not `---`.
    Absent { first_line: Range<usize> },
    /// No second `---` follows.
    Unclosed { opening: Range<usize> },
}

pub(super) fn cut(text: &str) -> Cut {
    let start = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len_utf8()
    } else {
        0
    };
    let mut lines = lines(text, start);
    let (opening, front_start) = lines.next().unwrap_or((start..start, start));
    if &text[opening.clone()] != MARK {
        return Cut::Absent { first_line: opening };
    }
    match lines.find(|(line, _)| &text[line.clone()] == MARK) {
        Some((closing, body_start)) => Cut::Parts {
            opening,
            front: front_start..closing.start,
            closing,
            body: body_start..text.len(),
        },
        None => Cut::Unclosed { opening },
    }
}

/// Each line without what ends it, and where the next one begins.
fn lines(text: &str, mut start: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
    text[start..].split_inclusive('\n').map(move |line| {
        let bare = start..start + line.trim_end_matches([' ', '\t', '\r', '\n']).len();
        start += line.len();
        (bare, start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, front: &str, body: &str) {
        match cut(text) {
            Cut::Parts { front: f, body: b, .. } => assert_eq!((&text[f], &text[b]), (front, body)),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn marks_stand_alone_on_their_lines() {
        check("---\na: b\n---\nbody\n", "a: b\n", "body\n");
        check("---\r\na: b\r\n---\r\nbody\r\n", "a: b\r\n", "body\r\n");
        check("\u{feff}---\na: b\n---\n", "a: b\n", "");
        check("---\na: b\n---", "a: b\n", "");
        check("---\n---", "", "");
        check("---  \na: b\n--- \t\nx", "a: b\n", "x");
        check("---\na: |\n  ---\n---\n---\n", "a: |\n  ---\n", "---\n");
    }

    #[test]
    fn a_missing_mark_is_told() {
        assert_eq!(cut(""), Cut::Absent { first_line: 0..0 });
        assert_eq!(cut("\u{feff}"), Cut::Absent { first_line: 3..3 });
        assert_eq!(cut("\n---\n---\n"), Cut::Absent { first_line: 0..0 });
        assert_eq!(cut("----\n"), Cut::Absent { first_line: 0..4 });
        assert_eq!(cut("---"), Cut::Unclosed { opening: 0..3 });
        assert_eq!(cut("---\na: b\n ---\n"), Cut::Unclosed { opening: 0..3 });
    }
}
