//! A field to type in, of one line or several.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::pages::Pages;
use crate::text::{line_end, line_start};
use crate::theme::Theme;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    text: String,
    /// In bytes, between two characters.
    at: usize,
    has_lines: bool,
    /// The piece that is seen first, by where it begins, and how many of its rows are not.
    top: (usize, usize),
}

/// What a key did to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    Typing,
    /// The text is accepted: Enter in a field of one line, Esc in one of several.
    Done,
    /// Esc in a field of one line: the text is discarded.
    Left,
}

impl Field {
    pub fn line(text: &str) -> Self {
        Self::new(text, false)
    }

    /// Enter makes a new line, and Esc accepts the text.
    pub fn lines(text: &str) -> Self {
        Self::new(text, true)
    }

    fn new(text: &str, has_lines: bool) -> Self {
        Self {
            text: text.to_owned(),
            at: text.len(),
            has_lines,
            top: (0, 0),
        }
    }

    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    #[cfg(test)]
    pub fn at(&self) -> usize {
        self.at
    }

    #[cfg(test)]
    pub fn top(&self) -> super::pages::Place {
        self.top
    }

    pub fn follow(&mut self, key: KeyEvent) -> Typed {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Esc if self.has_lines => return Typed::Done,
            KeyCode::Esc => return Typed::Left,
            KeyCode::Enter if is_alt || self.has_lines => self.paste("\n"),
            KeyCode::Enter => return Typed::Done,
            KeyCode::Tab if self.has_lines => self.paste("\t"),
            KeyCode::Char('j') if is_control => self.paste("\n"),
            KeyCode::Char('a') if is_control => self.at = self.line_start(),
            KeyCode::Char('e') if is_control => self.at = self.line_end(),
            KeyCode::Char('u') if is_control => self.remove(self.line_start()..self.at),
            KeyCode::Char('k') if is_control => self.remove(self.at..self.line_end()),
            KeyCode::Char('w') if is_control => self.remove(self.word_start()..self.at),
            KeyCode::Char(c) if !is_control && !is_alt => self.paste(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => self.remove(self.before()..self.at),
            KeyCode::Delete => self.remove(self.at..self.after()),
            KeyCode::Left => self.at = self.before(),
            KeyCode::Right => self.at = self.after(),
            KeyCode::Home => self.at = self.line_start(),
            KeyCode::End => self.at = self.line_end(),
            KeyCode::Up => self.climb(),
            KeyCode::Down => self.descend(),
            _ => {}
        }
        Typed::Typing
    }

    /// Types a key that arrived together with others, and never ends the field. `false` if the key alone would have
    /// ended it.
    pub fn follow_burst(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Enter => self.paste("\n"),
            KeyCode::Esc => return false,
            _ => {
                self.follow(key);
            }
        }
        key.code != KeyCode::Enter || self.has_lines
    }

    /// Text that comes in one piece. Where there is but one line, its breaks become blanks.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = match self.has_lines {
            true => text,
            false => text.replace('\n', " "),
        };
        self.text.insert_str(self.at, &text);
        self.at += text.len();
    }

    /// Rows that all of it takes, as far as anybody counts.
    pub fn height(&self, width: u16, most: u16) -> u16 {
        let rows = Pages::new(&self.text, width, Theme::Plain).rows_up_to(usize::from(most));
        u16::try_from(rows).unwrap_or(most)
    }

    /// With the terminal's cursor in it.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        if area.is_empty() {
            return;
        }
        let pages = Pages::new(&self.text, area.width, theme);
        let cursor = pages.cursor(self.at);
        let (top, above) = pages.top(self.top, (cursor.piece, cursor.row), usize::from(area.height));
        for (y, row) in (area.top()..area.bottom()).zip(pages.rows_from(top)) {
            frame.buffer_mut().set_line(area.x, y, &row, area.width);
        }
        self.top = top;
        let column = u16::try_from(cursor.column).unwrap_or(u16::MAX).min(area.width - 1);
        let row = u16::try_from(above).unwrap_or(0);
        frame.set_cursor_position(Position::new(area.x + column, area.y + row));
    }

    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.at = range.start;
        self.text.replace_range(range, "");
    }

    fn before(&self) -> usize {
        self.text[..self.at].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        let next = self.text[self.at..].chars().next();
        self.at + next.map_or(0, char::len_utf8)
    }

    fn line_start(&self) -> usize {
        line_start(&self.text, self.at)
    }

    fn line_end(&self) -> usize {
        line_end(&self.text, self.at)
    }

    fn word_start(&self) -> usize {
        let before = self.text[..self.at].trim_end_matches(' ');
        before.rfind([' ', '\n', '/']).map_or(0, |at| at + 1)
    }

    /// To the same column of the line above.
    fn climb(&mut self) {
        let start = self.line_start();
        if start > 0 {
            let column = self.text[start..self.at].chars().count();
            self.at = start - 1;
            self.at = self.column(column);
        }
    }

    fn descend(&mut self) {
        let end = self.line_end();
        if end < self.text.len() {
            let column = self.text[self.line_start()..self.at].chars().count();
            self.at = end + 1;
            self.at = self.column(column);
        }
    }

    /// A column of the line one is in, or its end.
    fn column(&self, column: usize) -> usize {
        let (start, end) = (self.line_start(), self.line_end());
        let mut places = self.text[start..end].char_indices().skip(column);
        places.next().map_or(end, |(at, _)| start + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `|` is where one stands.
    #[track_caller]
    fn check(field: &mut Field, keys: &[(KeyCode, KeyModifiers)], expected: &str) {
        for (code, modifiers) in keys {
            assert_eq!(field.follow(KeyEvent::new(*code, *modifiers)), Typed::Typing);
        }
        let mut shown = field.text.clone();
        shown.insert(field.at, '|');
        assert_eq!(shown, expected);
    }

    fn plain_key(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    const fn plain(code: KeyCode) -> (KeyCode, KeyModifiers) {
        (code, KeyModifiers::NONE)
    }

    const fn control(letter: char) -> (KeyCode, KeyModifiers) {
        (KeyCode::Char(letter), KeyModifiers::CONTROL)
    }

    #[test]
    fn letters_of_any_length_are_typed_and_taken_back() {
        let mut field = Field::line("né");
        check(&mut field, &[plain(KeyCode::Char('日')), plain(KeyCode::Left)], "né|日");
        check(&mut field, &[plain(KeyCode::Backspace)], "n|日");
        check(&mut field, &[plain(KeyCode::Delete), plain(KeyCode::Delete)], "n|");
        check(&mut field, &[plain(KeyCode::Backspace), plain(KeyCode::Backspace)], "|");
    }

    #[test]
    fn the_usual_shortcuts_work() {
        let mut field = Field::line("src/old/name.rs");
        check(&mut field, &[control('w')], "src/old/|");
        check(&mut field, &[control('a')], "|src/old/");
        check(&mut field, &[plain(KeyCode::Right), control('k')], "s|");
        check(&mut field, &[control('e'), control('u')], "|");
    }

    #[test]
    fn several_lines_are_one_text() {
        let mut field = Field::lines("one\nfour");
        check(&mut field, &[plain(KeyCode::Up)], "one|\nfour");
        check(&mut field, &[control('j')], "one\n|\nfour");
        check(
            &mut field,
            &[plain(KeyCode::Down), plain(KeyCode::End), plain(KeyCode::Home)],
            "one\n\n|four",
        );
        check(&mut field, &[plain(KeyCode::Backspace)], "one\n|four");
    }

    #[test]
    fn what_is_pasted_ends_nothing() {
        let mut field = Field::line("");
        field.paste("a\r\nb\ns");
        assert_eq!(field.text(), "a b s");
        let mut field = Field::lines("");
        field.paste("a\rb\r\nc");
        assert_eq!(field.text(), "a\nb\nc");
    }

    #[test]
    fn enter_accepts_one_line_and_escape_discards_it() {
        let mut field = Field::line("x");
        assert_eq!(field.follow(plain_key(KeyCode::Enter)), Typed::Done);
        assert_eq!(field.follow(plain_key(KeyCode::Esc)), Typed::Left);
        assert_eq!(field.text(), "x");
    }

    #[test]
    fn enter_breaks_a_text_of_several_lines_and_escape_accepts_it() {
        let mut field = Field::lines("x");
        check(&mut field, &[plain(KeyCode::Enter), plain(KeyCode::Tab)], "x\n\t|");
        assert_eq!(field.follow(plain_key(KeyCode::Esc)), Typed::Done);
        assert_eq!(field.text(), "x\n\t");
    }

    #[test]
    fn a_burst_of_keys_ends_no_field() {
        let keys = [KeyCode::Char('a'), KeyCode::Enter, KeyCode::Esc, KeyCode::Char('b')];
        let mut line = Field::line("");
        let used = keys.map(|code| line.follow_burst(plain_key(code)));
        assert_eq!((line.text(), used), ("a b", [true, false, false, true]));
        let mut lines = Field::lines("");
        let used = keys.map(|code| lines.follow_burst(plain_key(code)));
        assert_eq!((lines.text(), used), ("a\nb", [true, true, false, true]));
    }
}
