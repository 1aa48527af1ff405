//! A file, with the numbers of its lines and the colors of its language.

use std::ops::Range;
use std::rc::Rc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthChar;

use super::ink::Ink;
use super::pane::{Ruled, Text};
use super::syntax::{Language, Open, cut};
use super::wrap::wrap;
use crate::theme::Theme;

/// Bytes of a line that are looked at in one piece, so that a line of megabytes costs no more than others.
const PIECE_BYTES: usize = 4_000;

pub struct Code {
    text: Rc<str>,
    pieces: Vec<Piece>,
    lines: usize,
    language: Option<&'static Language>,
    /// What is open where each piece begins, as far as anybody has looked.
    opens: Vec<Open>,
}

struct Piece {
    span: Range<usize>,
    /// `None` for a piece that goes on in a line.
    number: Option<usize>,
}

impl Code {
    pub fn new(text: Rc<str>, language: Option<&'static Language>) -> Self {
        let mut pieces = Vec::new();
        let lines = spans(&text, ends_in_returns(&text));
        let count = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            let mut number = Some(index + 1);
            let mut rest = line;
            loop {
                let end = piece_end(&text[rest.clone()]) + rest.start;
                pieces.push(Piece {
                    span: rest.start..end,
                    number: number.take(),
                });
                if end == rest.end {
                    break;
                }
                rest = end..rest.end;
            }
        }
        Self {
            text,
            pieces,
            lines: count,
            language,
            opens: vec![Open::default()],
        }
    }

    fn open_at(&mut self, index: usize) -> Open {
        let Some(language) = self.language else {
            return Open::default();
        };
        for at in self.opens.len() - 1..index {
            let line = &self.text[self.pieces[at].span.clone()];
            self.opens.push(cut(language, line, self.opens[at], |_, _| {}));
        }
        self.opens[index]
    }
}

impl Text for Code {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        let open = self.open_at(index);
        let piece = &self.pieces[index];
        let line = &self.text[piece.span.clone()];
        let mut ink = Ink::new(theme);
        match self.language {
            Some(language) => {
                cut(language, line, open, |range, class| {
                    ink.write(&line[range], class.style(theme));
                });
            }
            None => ink.write(line, ratatui::style::Style::new()),
        }
        let digits = self.lines.to_string().len();
        let number = piece.number.map_or_else(|| "↪".to_owned(), |number| number.to_string());
        let lead = Span::styled(format!("{number:>digits$} │ "), theme.faint());
        wrap(Ruled { lead, body: ink.dry() }, width, theme)
    }
}

/// The lines of a text without their ends. If those are not all of the same kind, carriage returns are left to be seen.
pub fn spans(text: &str, has_returns: bool) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let bare = match has_returns {
            true => bare.strip_suffix('\r').unwrap_or(bare),
            false => bare,
        };
        spans.push(start..start + bare.len());
        start += line.len();
    }
    spans
}

/// Whether that is how all of its lines end.
pub fn ends_in_returns(text: &str) -> bool {
    text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count()
}

/// Not between a letter and its marks.
fn piece_end(line: &str) -> usize {
    if line.len() <= PIECE_BYTES {
        return line.len();
    }
    let is_break = |at: &usize| {
        line.is_char_boundary(*at) && line[*at..].chars().next().is_none_or(|c| c.width().unwrap_or(1) > 0)
    };
    (PIECE_BYTES..line.len()).find(is_break).unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, path: &str, width: u16) -> Vec<String> {
        let mut code = Code::new(text.into(), Language::of(path, ""));
        let rows = (0..code.len()).flat_map(|index| code.rows(index, width, Theme::Plain));
        rows.collect::<Vec<_>>().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_are_numbered() {
        let text = "x\n".repeat(9) + "last";
        let rows = rows(&text, "a.rs", 20);
        assert_eq!(
            (rows[0].as_str(), rows[9].as_str(), rows.len()),
            (" 1 │ x", "10 │ last", 10)
        );
    }

    #[test]
    fn line_ends_are_shown_where_they_differ() {
        assert_eq!(rows("a\r\nb\r\n", "a", 20), ["1 │ a", "2 │ b"]);
        assert_eq!(rows("a\r\nb\n", "a", 20), ["1 │ a\\r", "2 │ b"]);
    }

    #[test]
    fn a_line_of_any_length_is_whole() {
        let text = "é\u{301}".repeat(5_000);
        let shown = rows(&text, "a", 100);
        let letters: String = shown.iter().map(|row| row.replace([' ', '│', '↪', '1'], "")).collect();
        assert_eq!(letters, text);
    }

    #[test]
    fn the_end_of_a_long_file_knows_what_its_start_left_open() {
        let text = format!("/*\n{}end\n", "x\n".repeat(1_000));
        let mut code = Code::new(text.as_str().into(), Language::of("a.c", ""));
        let last = code.rows(1_001, 80, Theme::Color);
        assert_eq!(last[0].spans[1].style, Theme::Color.faint());
    }
}
