//! Where the lines of a text are. A long line is cut into pieces, so that a line of megabytes costs no more than others.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// Bytes of a line that are looked at together.
const PIECE_BYTES: usize = 4_000;
/// So far a letter is looked for to break before. No letter has that many marks.
const MARKS_BYTES: usize = 64;

/// The pieces of a text, by the places where they begin: one number for each, however long the text.
pub struct Pieces {
    starts: Vec<usize>,
    /// Those that begin within a line. There are none in most texts.
    within: Vec<usize>,
    has_returns: bool,
}

impl Pieces {
    /// With returns, those belong to the ends of lines; else they are left to be seen.
    pub fn new(text: &str, has_returns: bool) -> Self {
        let mut pieces = Self {
            starts: Vec::with_capacity(text.len() / 32),
            within: Vec::new(),
            has_returns,
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            pieces.starts.push(start);
            if line.len() > PIECE_BYTES {
                pieces.cut(bare(line, has_returns), start);
            }
            start += line.len();
        }
        pieces
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn lines(&self) -> usize {
        self.starts.len() - self.within.len()
    }

    /// Without the end of the line. The text must be the one that was cut.
    pub fn of<'t>(&self, text: &'t str, index: usize) -> &'t str {
        let end = self.starts.get(index + 1).copied().unwrap_or(text.len());
        bare(&text[self.starts[index]..end], self.has_returns)
    }

    /// The number of the line that begins here; `None` where one goes on.
    pub fn number(&self, index: usize) -> Option<usize> {
        let is_within = self.within.binary_search(&index).is_ok();
        (!is_within).then(|| self.line(index))
    }

    /// The number of the line that this is a piece of.
    pub fn line(&self, index: usize) -> usize {
        index + 1 - self.within.partition_point(|within| *within <= index)
    }

    fn cut(&mut self, line: &str, start: usize) {
        for piece in pieces_of(line).skip(1) {
            self.within.push(self.starts.len());
            self.starts.push(start + piece.start);
        }
    }
}

/// The pieces of one line; of an empty one, too.
pub fn pieces_of(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next.take()?;
        let end = start + piece_end(&line[start..]);
        next = (end < line.len()).then_some(end);
        Some(start..end)
    })
}

/// Where the line begins that a place is in. The place need not be between two letters.
pub fn line_start(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    text[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// Where it ends, before its break.
pub fn line_end(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// A line without its end.
pub fn bare(line: &str, has_returns: bool) -> &str {
    match line.strip_suffix('\n') {
        Some(bare) if has_returns => bare.strip_suffix('\r').unwrap_or(bare),
        Some(bare) => bare,
        None => line,
    }
}

/// Whether that is how all of its lines end.
pub fn ends_in_returns(text: &str) -> bool {
    // One byte is found far more quickly than two, and most texts have not even that.
    text.contains('\r') && text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count()
}

/// Not between a letter and its marks, unless they are piled up higher than anybody writes.
fn piece_end(line: &str) -> usize {
    if line.len() <= PIECE_BYTES {
        return line.len();
    }
    let is_letter = |at: &usize| line[*at..].chars().next().is_none_or(|c| c.width().unwrap_or(1) > 0);
    let mut ends = (PIECE_BYTES..=line.len()).filter(|at| line.is_char_boundary(*at));
    let near = ends.clone().take_while(|at| *at < PIECE_BYTES + MARKS_BYTES);
    near.into_iter()
        .find(is_letter)
        .or_else(|| ends.next())
        .unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, has_returns: bool, expected: &[(&str, Option<usize>)]) {
        let pieces = Pieces::new(text, has_returns);
        let found: Vec<_> = (0..pieces.len())
            .map(|index| (pieces.of(text, index), pieces.number(index)))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(pieces.lines(), text.lines().count());
    }

    #[test]
    fn lines_lose_their_ends_and_nothing_else() {
        check("", false, &[]);
        check("a\n\nb", false, &[("a", Some(1)), ("", Some(2)), ("b", Some(3))]);
        check("a\r\nb\r\n", true, &[("a", Some(1)), ("b", Some(2))]);
        check("a\r\nb\r", false, &[("a\r", Some(1)), ("b\r", Some(2))]);
    }

    #[test]
    fn a_long_line_is_cut_and_keeps_its_number() {
        let long = "x".repeat(PIECE_BYTES);
        let text = format!("a\n{long}{long}y\r\nb\r\n");
        let expected = [
            ("a", Some(1)),
            (&*long, Some(2)),
            (&*long, None),
            ("y", None),
            ("b", Some(3)),
        ];
        check(&text, true, &expected);
        let pieces = Pieces::new(&text, true);
        let lines: Vec<_> = (0..pieces.len()).map(|index| pieces.line(index)).collect();
        assert_eq!(lines, [1, 2, 2, 2, 3]);
    }

    #[test]
    fn a_letter_keeps_its_marks() {
        let text = format!("{}e\u{301}x", "x".repeat(PIECE_BYTES - 1));
        let pieces: Vec<_> = pieces_of(&text).map(|piece| &text[piece]).collect();
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[1], "x");
    }

    #[test]
    fn nothing_but_marks_is_cut_all_the_same() {
        let text = "\u{301}".repeat(1_000_000);
        let pieces: Vec<_> = pieces_of(&text).collect();
        assert_eq!(pieces.last().map(|piece| piece.end), Some(text.len()));
        assert!(pieces.iter().all(|piece| piece.len() <= PIECE_BYTES + MARKS_BYTES));
    }
}
