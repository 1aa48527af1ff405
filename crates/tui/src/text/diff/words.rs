//! Which words of a line differ from the line in whose place it stands.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Longer lines are not compared word by word: nobody reads marks in them, and comparing takes its time.
const WORDS_MAX: usize = 400;
/// Of ten parts of a line, as many must be the same. Else the line is another one, and marks say nothing.
const SAME_TENTHS: usize = 3;

/// The whole line in pieces, and whether each of them differs; `None` if marks would say nothing.
pub fn differing(line: &str, other: &str) -> Option<Vec<(Range<usize>, bool)>> {
    let (words, others) = (words(line)?, words(other)?);
    let texts = |line, words: &[Range<usize>]| -> Vec<String> {
        let text: &str = line;
        words.iter().map(|word| text[word.clone()].to_owned()).collect()
    };
    let ops = capture_diff_slices(Algorithm::Myers, &texts(line, &words), &texts(other, &others));
    let mut pieces: Vec<(Range<usize>, bool)> = Vec::new();
    let mut same = 0;
    for op in ops {
        let range = op.old_range();
        let differs = !matches!(op, DiffOp::Equal { .. });
        let (Some(first), Some(last)) = (words.get(range.start), words[range].last()) else {
            continue;
        };
        let span = first.start..last.end;
        if !differs {
            same += span.len();
        }
        pieces.push((span, differs));
    }
    let is_telling = same * 10 >= line.len().max(other.len()) * SAME_TENTHS;
    (is_telling && !pieces.is_empty()).then_some(pieces)
}

/// Runs of letters and digits, runs of blanks, and everything else by itself; `None` if there are too many.
fn words(line: &str) -> Option<Vec<Range<usize>>> {
    #[derive(PartialEq, Eq, Clone, Copy)]
    enum Kind {
        Word,
        Blank,
        Mark,
    }
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => Kind::Word,
        c if c.is_whitespace() => Kind::Blank,
        _ => Kind::Mark,
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut before = Kind::Mark;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let is_full = words.len() == WORDS_MAX;
        match words.last_mut() {
            Some(word) if kind(c) == before && before != Kind::Mark => word.end = end,
            _ if is_full => return None,
            _ => words.push(at..end),
        }
        before = kind(c);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What differs stands in brackets.
    #[track_caller]
    fn check(line: &str, other: &str, expected: Option<&str>) {
        let pieces = differing(line, other);
        let marked = pieces.map(|pieces| {
            let piece = |(range, differs): (Range<usize>, bool)| match differs {
                true => format!("[{}]", &line[range]),
                false => line[range].to_owned(),
            };
            pieces.into_iter().map(piece).collect::<String>()
        });
        assert_eq!(marked.as_deref(), expected);
    }

    #[test]
    fn only_words_that_differ_are_marked() {
        check("let timeout = 30;", "let timeout = 300;", Some("let timeout = [30];"));
        check("parse(text)", "parse_lenient(text)", Some("[parse](text)"));
        check("\tindented line", "    indented line", Some("[\t]indented line"));
    }

    #[test]
    fn another_line_has_no_marks() {
        check("completely other", "let x = 1;", None);
        check("", "x", None);
        check(&"a ".repeat(1_000), "a", None);
    }
}
