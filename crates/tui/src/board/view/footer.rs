//! The bottom: what there is to say, and the keys.

use dialect::native::visible::visible;
use dialect::native::width::{clip, width};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::wrap::wrap;
use crate::Theme;
use crate::board::dialog::Dialog;
use crate::board::state::{Board, Focus, Tone};

const LOW: u16 = 12;

const KEYS: [(&str, &str); 14] = [
    ("?", "help"),
    ("q", "quit"),
    ("/", "search"),
    ("⏎", "details"),
    ("c", "claim"),
    ("d", "done"),
    ("f", "fail"),
    ("x", "drop"),
    ("r", "reopen"),
    ("s", "signal"),
    ("u", "undo"),
    ("e", "review"),
    ("o", "report"),
    ("v", "graph"),
];

const DETAILS_KEYS: [(&str, &str); 4] = [("esc", "back"), ("↑↓", "scroll"), ("?", "help"), ("q", "quit")];

pub fn lines(board: &Board, theme: Theme, area: Rect) -> Vec<Line<'static>> {
    let columns = usize::from(area.width);
    if let Some(Dialog::Search { line, .. }) = &board.dialog {
        let (before, after) = line.parts();
        let text = format!("/{}{}", visible(before), visible(after));
        return vec![Line::raw(clip(&text, columns).into_owned())];
    }
    let is_low = area.height < LOW;
    let room = if is_low { 2 } else { 4 };
    let mut lines = match (&board.notice, &board.trouble) {
        (Some(notice), _) => told(&notice.text, notice.tone, theme, columns, room),
        (None, Some(trouble)) => told(trouble, Tone::Bad, theme, columns, room),
        (None, None) => Vec::new(),
    };
    if lines.is_empty() || !is_low {
        lines.push(keys(board, theme, columns));
    }
    lines
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>, board: &Board) {
    for (row, line) in area.rows().zip(lines) {
        frame.render_widget(line, row);
    }
    if let Some(Dialog::Search { line, .. }) = &board.dialog {
        let typed = u16::try_from(width(&visible(line.parts().0))).unwrap_or(u16::MAX);
        let x = area.x.saturating_add(1).saturating_add(typed);
        frame.set_cursor_position(Position::new(x.min(area.right().saturating_sub(1)), area.y));
    }
}

/// A refusal is worth a few lines; a longer one says in its last line that there is more.
fn told(text: &str, tone: Tone, theme: Theme, columns: usize, room: usize) -> Vec<Line<'static>> {
    let (sign, style) = match tone {
        Tone::Good => ("✓", theme.good()),
        Tone::Bad => ("✗", theme.bad()),
        Tone::News => ("*", theme.busy()),
    };
    let mut lines = wrap(&format!("{sign} {}", visible(text)), columns);
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            *last = clip(&format!("{last}…"), columns).into_owned();
        }
    }
    lines.into_iter().map(|line| Line::styled(line, style)).collect()
}

/// As many as fit.
fn keys(board: &Board, theme: Theme, columns: usize) -> Line<'static> {
    let keys: &[(&str, &str)] = match board.focus {
        Focus::Tasks => &KEYS,
        Focus::Details => &DETAILS_KEYS,
    };
    let mut spans = Vec::new();
    let mut used = 0;
    for (key, word) in keys {
        let taken = width(key) + 1 + width(word) + 2;
        if used + taken > columns + 2 {
            break;
        }
        used += taken;
        spans.push(Span::styled(*key, theme.strong()));
        spans.push(Span::styled(format!(" {word}  "), theme.faint()));
    }
    Line::from(spans)
}
