//! How the board looks: what stands at the top, the tasks, the highlighted one in full, and the keys.

mod details;
mod dialogs;
mod footer;
mod head;
mod help;
mod tasks;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::Style;
use render::show::mark::Mark;

use super::state::{Board, Focus};
use crate::Theme;
use crate::text::{Pane, Prose};

/// Where there is room for two columns, and where for two parts above each other.
const WIDE: u16 = 100;
const TALL: u16 = 20;
/// A question and what it is about must be seen together.
const LEAST: Size = Size::new(30, 8);

pub fn draw(frame: &mut Frame<'_>, board: &mut Board, theme: Theme) {
    let area = frame.area();
    board.places.is_blind = area.width < LEAST.width || area.height < LEAST.height;
    if board.places.is_blind {
        return draw_too_small(frame, theme);
    }
    let head = head::lines(board, theme, area);
    let foot = footer::lines(board, theme, area);
    let [top, middle, bottom] = Layout::vertical([
        Constraint::Length(rows(&head)),
        Constraint::Min(1),
        Constraint::Length(rows(&foot)),
    ])
    .areas(area);
    board.places.tabs = head::draw(frame, top, head, board, theme);
    let (list, details) = divide(middle, board.focus);
    board.places.list = list;
    board.places.details = details;
    board.places.page = usize::from(if board.focus == Focus::Details { details } else { list }.height.max(2) - 1);
    tasks::draw(frame, list, board, theme);
    details::draw(frame, details, board, theme);
    footer::draw(frame, bottom, foot, board, theme);
    dialogs::draw(frame, area, board, theme);
}

fn draw_too_small(frame: &mut Frame<'_>, theme: Theme) {
    let mut prose = Prose::default();
    prose.say("The window is too small. Make it larger, or press q.", Style::new());
    let area = frame.area();
    Pane::new(prose, theme).draw(frame, area);
}

/// The places of the list and of the details. Where only one of them fits, the other one is empty.
fn divide(area: Rect, focus: Focus) -> (Rect, Rect) {
    let nothing = Rect::new(area.x, area.y, 0, 0);
    if area.width >= WIDE {
        let [list, details] = Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).areas(area);
        return (list, details);
    }
    if area.height >= TALL - 6 {
        let [list, details] = Layout::vertical([Constraint::Percentage(55), Constraint::Fill(1)]).areas(area);
        return (list, details);
    }
    match focus {
        Focus::Tasks => (area, nothing),
        Focus::Details => (nothing, area),
    }
}

pub fn mark_style(theme: Theme, mark: Mark) -> Style {
    match mark {
        Mark::Done => theme.good(),
        Mark::Doing => theme.busy(),
        Mark::Ready => theme.strong(),
        Mark::Waiting | Mark::Dropped => theme.faint(),
        Mark::Failed => theme.bad(),
    }
}

fn rows<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
