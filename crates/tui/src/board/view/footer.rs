//! The bottom: what there is to say, and the keys.

use dialect::text::visible::visible;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use render::show::flow::flow;
use render::show::width::clip;

use crate::Theme;
use crate::board::dialog::Dialog;
use crate::board::state::{Board, Focus, Tone};
use crate::widget::{Binding, footer};

const LOW: u16 = 12;

/// The most wanted first; the last one is always there.
const KEYS: [Binding; 14] = [
    Binding::new("q", "quit"),
    Binding::new("/", "search"),
    Binding::new("⏎", "details"),
    Binding::new("c", "claim"),
    Binding::new("d", "done"),
    Binding::new("f", "fail"),
    Binding::new("x", "drop"),
    Binding::new("r", "reopen"),
    Binding::new("s", "signal"),
    Binding::new("v", "graph"),
    Binding::new("u", "undo"),
    Binding::new("e", "review"),
    Binding::new("o", "report"),
    Binding::new("?", "help"),
];

const DETAILS_KEYS: [Binding; 4] = [
    Binding::new("esc", "back"),
    Binding::new("↑↓", "scroll"),
    Binding::new("q", "quit"),
    Binding::new("?", "help"),
];

pub enum FootLine {
    Told(Line<'static>),
    Keys,
    Search,
}

pub fn lines(board: &Board, theme: Theme, area: Rect) -> Vec<FootLine> {
    let columns = usize::from(area.width);
    if matches!(board.dialog, Some(Dialog::Search { .. })) {
        return vec![FootLine::Search];
    }
    let is_low = area.height < LOW;
    let room = if is_low { 2 } else { 4 };
    let told = match (&board.notice, &board.trouble) {
        (Some(notice), _) => told(&notice.text, notice.tone, theme, columns, room),
        (None, Some(trouble)) => told(trouble, Tone::Bad, theme, columns, room),
        (None, None) => Vec::new(),
    };
    let has_room = told.is_empty() || !is_low;
    let mut lines: Vec<_> = told.into_iter().map(FootLine::Told).collect();
    lines.extend(has_room.then_some(FootLine::Keys));
    lines
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, lines: Vec<FootLine>, board: &mut Board, theme: Theme) {
    let bindings: &[Binding] = match board.focus {
        Focus::Tasks => &KEYS,
        Focus::Details => &DETAILS_KEYS,
    };
    for (row, line) in area.rows().zip(lines) {
        match line {
            FootLine::Told(line) => frame.render_widget(line, row),
            FootLine::Keys => footer(frame, row, bindings, theme),
            FootLine::Search => search(frame, row, board, theme),
        }
    }
}

fn search(frame: &mut Frame<'_>, row: Rect, board: &mut Board, theme: Theme) {
    frame.render_widget(Line::styled("/", theme.strong()), row);
    if let Some(Dialog::Search { line, .. }) = &mut board.dialog {
        let room = Rect::new(row.x + 1, row.y, row.width.saturating_sub(1), 1);
        line.draw(frame, room, theme);
    }
}

/// A refusal is worth a few lines; a longer one says in its last line that there is more.
fn told(text: &str, tone: Tone, theme: Theme, columns: usize, room: usize) -> Vec<Line<'static>> {
    let (sign, style) = match tone {
        Tone::Good => ("✓", theme.good()),
        Tone::Bad => ("✗", theme.bad()),
        Tone::News => ("*", theme.busy()),
    };
    let mut lines = flow(&format!("{sign} {}", visible(text)), columns);
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            *last = format!("{}…", clip(last, columns.saturating_sub(1)));
        }
    }
    lines.into_iter().map(|line| Line::styled(line, style)).collect()
}
