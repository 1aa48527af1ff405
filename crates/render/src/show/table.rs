//! Columns aligned by what a terminal shows.

use anstyle::Style;

use super::style::paint;
use super::width::{blanks, width};

const GAP: &str = "  ";

/// One cell. Its text must be visible and unstyled.
pub(crate) struct Cell {
    text: String,
    style: Style,
    side: Side,
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Cell {
    pub fn left(style: Style, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            style,
            side: Side::Left,
        }
    }

    pub fn right(style: Style, text: impl Into<String>) -> Self {
        Self {
            side: Side::Right,
            ..Self::left(style, text)
        }
    }

    fn render(&self, room: usize) -> String {
        let text = paint(self.style, &self.text);
        let blanks = blanks(&self.text, room);
        match self.side {
            Side::Left => text + &blanks,
            Side::Right => blanks + &text,
        }
    }
}

/// The rows as lines, without blanks at their ends. A column that is empty everywhere takes no room.
pub(crate) fn lay_out(rows: &[Vec<Cell>]) -> Vec<String> {
    let rooms = column_widths(rows);
    rows.iter().map(|row| lay_out_row(row, &rooms)).collect()
}

pub(crate) fn column_widths(rows: &[Vec<Cell>]) -> Vec<usize> {
    let mut rooms = Vec::new();
    for row in rows {
        rooms.resize(rooms.len().max(row.len()), 0);
        for (room, cell) in rooms.iter_mut().zip(row) {
            *room = width(&cell.text).max(*room);
        }
    }
    rooms
}

fn lay_out_row(row: &[Cell], rooms: &[usize]) -> String {
    let last = row.iter().rposition(|cell| !cell.text.is_empty());
    let shown = row.iter().zip(rooms).take(last.map_or(0, |last| last + 1));
    let mut line = String::new();
    for (index, (cell, &room)) in shown.enumerate().filter(|(_, (_, room))| **room > 0) {
        if !line.is_empty() {
            line.push_str(GAP);
        }
        let is_last = Some(index) == last && matches!(cell.side, Side::Left);
        line.push_str(&cell.render(if is_last { 0 } else { room }));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planwright::testing::plain;
    use crate::show::style::{GOOD, PLAIN};

    #[test]
    fn columns_align_by_what_is_seen() {
        let row = |number: &str, title: &str, note: &str| {
            vec![
                Cell::right(PLAIN, number),
                Cell::left(GOOD, title),
                Cell::left(PLAIN, ""),
                Cell::left(PLAIN, note),
            ]
        };
        let lines = lay_out(&[row("1", "日本", "x"), row("10", "a", ""), row("7", "e\u{301}cole", "y")]);
        let lines: Vec<_> = lines.iter().map(|line| plain(line)).collect();
        assert_eq!(lines, [" 1  日本   x", "10  a", " 7  e\u{301}cole  y"]);
    }

    #[test]
    fn nothing_is_nothing() {
        assert!(lay_out(&[]).is_empty());
        assert_eq!(lay_out(&[vec![]]), [""]);
    }
}
