//! How the board looks: what stands at the top, the tasks, the highlighted one in full, and the keys.

mod details;
mod dialogs;
mod footer;
mod head;
mod help;
mod tasks;

use dialect::native::Mark;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;

use super::state::{Board, Focus};
use crate::Theme;

/// Where there is room for two columns, and where for two parts above each other.
const WIDE: u16 = 100;
const TALL: u16 = 20;

pub fn draw(frame: &mut Frame<'_>, board: &mut Board, theme: Theme) {
    let area = frame.area();
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
