//! The rows of a text that is being typed. Only those around the cursor are made, however long the text is.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use render::show::wrap::GOES_ON;

use crate::text::{Ink, Ruled, line_end, line_start, pieces_of, wrap};
use crate::theme::Theme;

/// A row, by where its piece of a line begins, and the rows of that above it.
pub type Place = (usize, usize);

pub struct Pages<'t> {
    text: &'t str,
    width: u16,
    theme: Theme,
}

/// Where one stands.
pub struct Cursor {
    pub piece: usize,
    pub row: usize,
    pub column: usize,
}

impl<'t> Pages<'t> {
    pub fn new(text: &'t str, width: u16, theme: Theme) -> Self {
        Self { text, width, theme }
    }

    pub fn cursor(&self, at: usize) -> Cursor {
        let (start, _) = self.piece_of(at);
        let before = self.drawn(start, at);
        Cursor {
            piece: start,
            row: before.len().saturating_sub(1),
            column: before.last().map_or(0, Line::width),
        }
    }

    /// Where to begin so that the cursor is seen, as near as possible to where it began before; and how many rows are
    /// between the two.
    pub fn top(&self, before: Place, cursor: Place, height: usize) -> (Place, usize) {
        let (start, end) = self.piece_of(before.0.min(self.text.len()));
        let last_row = self.drawn(start, end).len().saturating_sub(1);
        let top = (start, before.1.min(last_row)).min(cursor);
        let (lowest, most) = self.above(cursor, height.saturating_sub(1));
        match top < lowest {
            true => (lowest, most),
            false => (top, self.between(top, cursor)),
        }
    }

    pub fn rows_from(&self, (start, skipped): Place) -> impl Iterator<Item = Line<'static>> {
        self.pieces_from(start)
            .flat_map(|(start, end)| self.drawn(start, end))
            .skip(skipped)
    }

    /// How many rows there are, or `most`.
    pub fn rows_up_to(&self, most: usize) -> usize {
        let mut rows = 0;
        for (start, end) in self.pieces_from(0) {
            rows += self.drawn(start, end).len();
            if rows >= most {
                return most;
            }
        }
        rows
    }

    /// So many rows above a place, or the first row; and how many rows that is.
    fn above(&self, (mut start, mut row): Place, rows: usize) -> (Place, usize) {
        let mut left = rows;
        while row < left {
            let Some((before, end)) = self.piece_before(start) else {
                return ((start, 0), rows - (left - row));
            };
            left -= row + 1;
            start = before;
            row = self.drawn(before, end).len().saturating_sub(1);
        }
        ((start, row - left), rows)
    }

    fn between(&self, from: Place, to: Place) -> usize {
        let pieces = self.pieces_from(from.0).take_while(|(start, _)| *start < to.0);
        let rows: usize = pieces.map(|(start, end)| self.drawn(start, end).len()).sum();
        (rows + to.1).saturating_sub(from.1)
    }

    fn drawn(&self, start: usize, end: usize) -> Vec<Line<'static>> {
        let is_first = start == 0 || self.text[..start].ends_with('\n');
        let mut body = match is_first {
            true => Vec::new(),
            false => vec![Span::styled(GOES_ON, self.theme.faint())],
        };
        body.extend(Ink::line(&self.text[start..end], Style::new(), self.theme));
        let lead = Span::default();
        wrap(Ruled { lead, body }, self.width, self.theme)
    }

    fn pieces_from(&self, start: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut next = Some(self.piece_of(start));
        std::iter::from_fn(move || {
            let piece = next?;
            next = self.piece_after(piece);
            Some(piece)
        })
    }

    fn piece_after(&self, (_, end): (usize, usize)) -> Option<(usize, usize)> {
        match self.text[end..].chars().next()? {
            '\n' => Some(self.piece_of(end + 1)),
            _ => Some(self.piece_beginning(end)),
        }
    }

    fn piece_before(&self, start: usize) -> Option<(usize, usize)> {
        let before = start.checked_sub(1)?;
        match self.text[..start].ends_with('\n') {
            true => Some(self.piece_of(before)),
            false => {
                let first = line_start(self.text, before);
                let pieces = pieces_of(&self.text[first..start]);
                pieces.last().map(|piece| (first + piece.start, first + piece.end))
            }
        }
    }

    /// The piece that holds a place: the one that ends there, if it is at the end of a line.
    fn piece_of(&self, at: usize) -> (usize, usize) {
        let first = line_start(self.text, at);
        let line = &self.text[first..line_end(self.text, at)];
        let mut pieces = pieces_of(line).map(|piece| (first + piece.start, first + piece.end));
        let found = pieces.find(|(_, end)| at < *end || *end == first + line.len());
        found.unwrap_or((at, at))
    }

    /// The piece that goes on in a line from here.
    fn piece_beginning(&self, start: usize) -> (usize, usize) {
        let rest = &self.text[start..line_end(self.text, start)];
        let piece = pieces_of(rest).next().unwrap_or(0..rest.len());
        (start, start + piece.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::widget::Field;

    fn texts() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            8 => "[a-z 日é\u{301}\t]{0,40}",
            1 => (0..9_000_usize).prop_map(|count| "long ".repeat(count / 5)),
        ];
        prop::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n"))
    }

    fn keys() -> impl Strategy<Value = Vec<KeyCode>> {
        let key = prop::sample::select(vec![
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::Backspace,
            KeyCode::Delete,
            KeyCode::Char('x'),
        ]);
        prop::collection::vec(key, 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn what_is_seen_is_part_of_the_whole_and_holds_the_cursor(
            text in texts(),
            keys in keys(),
            size in (10..60_u16, 1..12_u16),
        ) {
            let mut field = Field::lines(&text);
            let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
            for key in [KeyCode::Null].into_iter().chain(keys) {
                field.follow(KeyEvent::new(key, KeyModifiers::NONE));
                terminal.draw(|frame| field.draw(frame, frame.area(), Theme::Plain)).unwrap();
                let pages = Pages::new(field.text(), size.0, Theme::Plain);
                let all: Vec<Line<'static>> = pages.rows_from((0, 0)).collect();
                let from = pages.between((0, 0), field.top());
                let buffer = terminal.backend().buffer().clone();
                terminal.draw(|frame| {
                    for (y, row) in (0..size.1).zip(&all[from..]) {
                        frame.buffer_mut().set_line(0, y, row, size.0);
                    }
                }).unwrap();
                prop_assert_eq!(&buffer, terminal.backend().buffer(), "{:?}", key);
                prop_assert_eq!(field.height(size.0, u16::MAX), u16::try_from(all.len()).unwrap());
                let cursor = pages.cursor(field.at());
                let seen = pages.between((0, 0), (cursor.piece, cursor.row));
                prop_assert!((from..from + usize::from(size.1)).contains(&seen));
            }
        }
    }
}
