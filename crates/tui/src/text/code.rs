//! A file, with the numbers of its lines and the colors of its language.

use std::rc::Rc;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ink::Ink;
use super::pane::{Ruled, Text};
use super::pieces::{Pieces, ends_in_returns};
use super::syntax::{Language, Open, Skim, cut};
use super::wrap::wrap;
use crate::theme::Theme;

pub struct Code {
    text: Rc<str>,
    pieces: Pieces,
    has_returns: bool,
    language: Option<Coloring>,
}

struct Coloring {
    language: &'static Language,
    skim: Skim,
    /// What is open where each piece begins, as far as anybody has looked.
    opens: Vec<Open>,
}

impl Code {
    pub fn new(text: Rc<str>, language: Option<&'static Language>) -> Self {
        let has_returns = ends_in_returns(&text);
        let coloring = |language| Coloring {
            language,
            skim: Skim::new(language),
            opens: vec![Open::default()],
        };
        Self {
            pieces: Pieces::new(&text, has_returns),
            has_returns,
            text,
            language: language.map(coloring),
        }
    }

    /// Whether this is how the text would be shown.
    pub fn shows(&self, text: &str, language: Option<&'static Language>) -> bool {
        let known = self.language.as_ref().map(|coloring| coloring.language);
        let is_same = match (known, language) {
            (Some(known), Some(language)) => std::ptr::eq(known, language),
            (known, language) => known.is_none() && language.is_none(),
        };
        is_same && *self.text == *text
    }

    pub fn lines(&self) -> usize {
        self.pieces.lines()
    }

    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    pub fn has_returns(&self) -> bool {
        self.has_returns
    }
}

impl Coloring {
    fn open_at(&mut self, index: usize, text: &str, pieces: &Pieces) -> Open {
        for at in self.opens.len() - 1..index {
            let open = self.skim.over(pieces.of(text, at), self.opens[at]);
            self.opens.push(open);
        }
        self.opens[index]
    }
}

impl Text for Code {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    fn number(&self, index: usize) -> usize {
        self.pieces.line(index)
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        let line = self.pieces.of(&self.text, index);
        let mut ink = Ink::new(theme);
        match &mut self.language {
            Some(coloring) => {
                let open = coloring.open_at(index, &self.text, &self.pieces);
                cut(coloring.language, line, open, |range, class| {
                    ink.write(&line[range], class.style(theme));
                });
            }
            None => ink.write(line, Style::new()),
        }
        let digits = self.lines().to_string().len();
        let number = self.pieces.number(index);
        let number = number.map_or_else(|| "↪".to_owned(), |number| number.to_string());
        let lead = Span::styled(format!("{number:>digits$} │ "), theme.faint());
        wrap(Ruled { lead, body: ink.dry() }, width, theme)
    }
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
