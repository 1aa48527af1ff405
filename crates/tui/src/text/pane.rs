//! A text that can be longer than any screen: only the lines that are seen are made.

use std::collections::HashMap;
use std::ops::Range;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use render::show::flow::flow;
use render::show::wrap::GOES_ON;

use super::ink::Ink;
use super::pieces::pieces_of;
use super::wrap::wrap;
use crate::theme::Theme;

/// Rows that are kept; more than any screen has.
const KEPT_MAX: usize = 1_000;

/// Lines that are made when they are looked at.
pub trait Text {
    fn len(&self) -> usize;

    /// The rows that a line takes.
    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>>;

    /// The number of the line that a person sees here. A long one is made in pieces.
    fn number(&self, index: usize) -> usize {
        index + 1
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A line, and what stands before it on its first row, such as its number.
#[derive(Debug, Clone, Default)]
pub struct Ruled {
    pub lead: Span<'static>,
    pub body: Vec<Span<'static>>,
}

/// Lines that are there already.
#[derive(Default)]
pub struct Prose {
    lines: Vec<Spoken>,
}

enum Spoken {
    /// Words of ours, which are broken between each other.
    Said(String, Style),
    /// A line of somebody else's, whose every blank counts, or a piece of it, behind a mark.
    Quoted { mark: String, line: String, style: Style },
}

/// A window on a text.
pub struct Pane {
    text: Box<dyn Text>,
    /// The first line that is seen, and how many of its rows are not.
    top: (usize, usize),
    area: Rect,
    kept: HashMap<usize, Vec<Line<'static>>>,
    kept_rows: usize,
    theme: Theme,
}

impl Prose {
    /// Words of ours.
    pub fn say(&mut self, words: &str, style: Style) {
        self.lines.push(Spoken::Said(words.to_owned(), style));
    }

    /// Words of somebody else's, line by line, each behind `mark`.
    pub fn quote(&mut self, mark: &str, text: &str, style: Style) {
        for line in text.lines() {
            for piece in pieces_of(line) {
                let mark = match piece.start {
                    0 => mark,
                    _ => GOES_ON,
                };
                self.lines.push(Spoken::Quoted {
                    mark: mark.to_owned(),
                    line: line[piece].to_owned(),
                    style,
                });
            }
        }
    }

    pub fn gap(&mut self) {
        self.lines.push(Spoken::Said(String::new(), Style::new()));
    }
}

impl Text for Prose {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn number(&self, index: usize) -> usize {
        let goes_on = |spoken: &&Spoken| matches!(spoken, Spoken::Quoted { mark, .. } if mark == GOES_ON);
        index + 1 - self.lines.iter().take(index + 1).filter(goes_on).count()
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        match self.lines.get(index) {
            Some(Spoken::Said(words, style)) => {
                let lines = flow(words, usize::from(width));
                lines.into_iter().map(|line| Line::styled(line, *style)).collect()
            }
            Some(Spoken::Quoted { mark, line, style }) => {
                let mut body = vec![Span::styled(mark.clone(), theme.faint())];
                body.extend(Ink::line(line, *style, theme));
                let lead = Span::default();
                wrap(Ruled { lead, body }, width, theme)
            }
            None => Vec::new(),
        }
    }
}

impl Pane {
    pub fn new(text: impl Text + 'static, theme: Theme) -> Self {
        Self {
            text: Box::new(text),
            top: (0, 0),
            area: Rect::default(),
            kept: HashMap::new(),
            kept_rows: 0,
            theme,
        }
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if area.width != self.area.width {
            self.forget();
            self.top.1 = 0;
        }
        self.area = area;
        self.stay_filled();
        let (mut line, mut row) = self.top;
        for y in area.top()..area.bottom() {
            while line < self.text.len() && row >= self.rows(line).len() {
                (line, row) = (line + 1, 0);
            }
            let Some(drawn) = self.rows(line).get(row) else { break };
            frame.buffer_mut().set_line(area.x, y, drawn, area.width);
            row += 1;
        }
    }

    /// Scrolls by a key that scrolls; `false` for any other.
    pub fn follow(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll_page(-1),
            KeyCode::PageDown => self.scroll_page(1),
            KeyCode::Home | KeyCode::Char('g') => self.scroll_to_start(),
            KeyCode::End | KeyCode::Char('G') => self.scroll_to_end(),
            _ => return false,
        }
        true
    }

    /// Rows that all of it takes at this width, as far as anybody counts.
    pub fn height(&mut self, width: u16, most: u16) -> u16 {
        if width != self.area.width {
            self.forget();
            self.area.width = width;
        }
        let mut rows = 0;
        for line in 0..self.text.len().min(usize::from(most)) {
            rows += self.rows(line).len();
        }
        u16::try_from(rows).unwrap_or(most).min(most)
    }

    /// Shows what another one has shown, where that is still there.
    pub fn stay_at(&mut self, other: &Self) {
        self.top = other.top;
        self.area = other.area;
        self.stay_filled();
    }

    pub fn scroll(&mut self, rows: isize) {
        for _ in 0..rows.unsigned_abs() {
            match rows > 0 {
                true => self.step_down(),
                false => self.step_up(),
            }
        }
        self.stay_filled();
    }

    /// By what is seen, but for one row that leads over.
    pub fn scroll_page(&mut self, pages: isize) {
        let height = isize::try_from(self.area.height).unwrap_or(1);
        self.scroll(pages * (height - 1).max(1));
    }

    pub fn scroll_to_start(&mut self) {
        self.top = (0, 0);
    }

    pub fn scroll_to_end(&mut self) {
        self.top = self.last_top();
    }

    /// The lines that can be seen.
    pub fn seen(&mut self) -> Range<usize> {
        let (mut line, row) = self.top;
        let first = line;
        let mut left = usize::from(self.area.height) + row;
        while line < self.text.len() && left > 0 {
            left = left.saturating_sub(self.rows(line).len());
            line += 1;
        }
        first..line
    }

    /// `12-40 of 300`, or within one long line how much of it is above the end of the window. Nothing where all can be seen.
    pub fn position(&mut self) -> Option<String> {
        let (seen, all) = (self.seen(), self.text.len());
        if seen == (0..all) && self.last_top() == (0, 0) {
            return None;
        }
        let number = |index: usize| self.text.number(index.min(all.saturating_sub(1)));
        let (first, last, lines) = (number(seen.start), number(seen.end.saturating_sub(1)), number(all));
        let goes_on = seen.end < all && number(seen.end) == last;
        let went_on = seen.start > 0 && number(seen.start - 1) == first;
        Some(match first == last && (went_on || goes_on) {
            true => format!("{first} of {lines}, {} %", 100 * seen.end / all),
            false => format!("{first}-{last} of {lines}"),
        })
    }

    fn step_down(&mut self) {
        let (line, row) = self.top;
        self.top = match row + 1 < self.rows(line).len() {
            true => (line, row + 1),
            false => (line + 1, 0),
        };
        self.top.0 = self.top.0.min(self.text.len());
    }

    fn step_up(&mut self) {
        self.top = match self.top {
            (0, 0) => (0, 0),
            (line, 0) => (line - 1, self.rows(line - 1).len().saturating_sub(1)),
            (line, row) => (line, row - 1),
        };
    }

    /// Nobody scrolls into the void.
    fn stay_filled(&mut self) {
        // Far above the end there is nothing to measure.
        if self.top.0 + usize::from(self.area.height) < self.text.len() {
            return;
        }
        self.top = self.top.min(self.last_top());
    }

    /// Where the last row is the last one that is seen.
    fn last_top(&mut self) -> (usize, usize) {
        let mut left = usize::from(self.area.height).max(1);
        let mut line = self.text.len();
        while line > 0 {
            let rows = self.rows(line - 1).len();
            if rows >= left {
                return (line - 1, rows - left);
            }
            left -= rows;
            line -= 1;
        }
        (0, 0)
    }

    fn rows(&mut self, line: usize) -> &[Line<'static>] {
        if line >= self.text.len() {
            return &[];
        }
        if self.kept_rows > KEPT_MAX && !self.kept.contains_key(&line) {
            self.forget();
        }
        let (text, width, theme) = (&mut self.text, self.area.width, self.theme);
        let kept_rows = &mut self.kept_rows;
        self.kept.entry(line).or_insert_with(|| {
            let rows = text.rows(line, width, theme);
            *kept_rows += rows.len();
            rows
        })
    }

    fn forget(&mut self) {
        self.kept.clear();
        self.kept_rows = 0;
    }
}

#[cfg(test)]
#[path = "pane_tests.rs"]
mod tests;
