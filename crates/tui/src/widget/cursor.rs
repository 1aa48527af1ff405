//! Where one stands in a list, and which part of the list is seen.

use std::ops::Range;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

/// A place in a list of rows, each as high as any other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    pub at: usize,
    top: usize,
    height: usize,
}

impl Cursor {
    /// Moves by a key that moves; `false` for any other.
    pub fn follow(&mut self, key: KeyEvent, count: usize) -> bool {
        let page = isize::try_from(self.height).unwrap_or(1).max(2) - 1;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.go(-1, count),
            KeyCode::Down | KeyCode::Char('j') => self.go(1, count),
            KeyCode::PageUp => self.go(-page, count),
            KeyCode::PageDown => self.go(page, count),
            KeyCode::Home | KeyCode::Char('g') => self.at = 0,
            KeyCode::End | KeyCode::Char('G') => self.at = count.saturating_sub(1),
            _ => return false,
        }
        true
    }

    pub fn go(&mut self, rows: isize, count: usize) {
        let last = count.saturating_sub(1);
        self.at = self.at.saturating_add_signed(rows).min(last);
    }

    /// The rows that are seen. `row` is that of the place where one stands, in a picture of `rows` rows and this height.
    pub fn window(&mut self, row: usize, rows: usize, height: u16) -> Range<usize> {
        self.height = usize::from(height).max(1);
        let lowest = rows.saturating_sub(self.height);
        self.top = self.top.clamp((row + 1).saturating_sub(self.height), row).min(lowest);
        self.top..rows.min(self.top + self.height)
    }

    /// The row of the picture that was clicked.
    pub fn clicked(&self, area: Rect, column: u16, row: u16) -> Option<usize> {
        let is_inside = area.contains(Position::new(column, row));
        is_inside.then(|| self.top + usize::from(row - area.y))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;

    fn press(cursor: &mut Cursor, code: KeyCode) -> usize {
        assert!(cursor.follow(KeyEvent::new(code, KeyModifiers::NONE), 10));
        cursor.at
    }

    #[test]
    fn nobody_leaves_the_list() {
        let mut cursor = Cursor::default();
        assert_eq!(press(&mut cursor, KeyCode::Up), 0);
        assert_eq!(press(&mut cursor, KeyCode::Char('j')), 1);
        assert_eq!(press(&mut cursor, KeyCode::End), 9);
        assert_eq!(press(&mut cursor, KeyCode::Down), 9);
        cursor.window(9, 10, 4);
        assert_eq!(press(&mut cursor, KeyCode::PageUp), 6);
        assert_eq!(press(&mut cursor, KeyCode::Home), 0);
        cursor.go(1, 0);
        assert_eq!(cursor.at, 0);
    }

    #[test]
    fn the_window_follows_no_more_than_it_must() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.window(0, 10, 4), 0..4);
        assert_eq!(cursor.window(3, 10, 4), 0..4);
        assert_eq!(cursor.window(5, 10, 4), 2..6);
        assert_eq!(cursor.window(3, 10, 4), 2..6);
        assert_eq!(cursor.window(1, 10, 4), 1..5);
        assert_eq!(cursor.window(1, 3, 4), 0..3);
        assert_eq!(cursor.window(0, 0, 4), 0..0);
    }

    #[test]
    fn a_click_finds_its_row() {
        let mut cursor = Cursor::default();
        cursor.window(5, 10, 4);
        let area = Rect::new(2, 3, 10, 4);
        assert_eq!(cursor.clicked(area, 2, 3), Some(2));
        assert_eq!(cursor.clicked(area, 11, 6), Some(5));
        assert_eq!(cursor.clicked(area, 12, 6), None);
        assert_eq!(cursor.clicked(area, 5, 7), None);
    }
}
