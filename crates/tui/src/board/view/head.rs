//! The top: what it is for, how far it has come, what now, and what stops everybody.

use dialect::text::visible::visible;
use model::{Level, Signal, SignalState, now};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use render::planwright::now_message;
use render::show::mark::Mark;
use render::show::progress::full_cells;
use render::show::time::ago;
use render::show::width::{clip, width};

use super::mark_style;
use crate::Theme;
use crate::board::keys::FILTERS;
use crate::board::state::Board;

/// Below this many rows only the most important ones stay.
const LOW: u16 = 16;

pub enum HeadLine {
    Text(Line<'static>),
    /// How many there are of each kind; drawn last, since it is where the mouse can choose.
    Tabs,
}

pub fn lines(board: &Board, theme: Theme, area: Rect) -> Vec<HeadLine> {
    let columns = usize::from(area.width);
    let is_low = area.height < LOW;
    let mut lines = Vec::new();
    if !is_low {
        lines.push(HeadLine::Text(goal(board, theme, columns)));
    }
    lines.push(HeadLine::Text(progress(board, theme, columns)));
    if area.height > 5 {
        lines.push(HeadLine::Tabs);
    }
    if !is_low {
        lines.push(HeadLine::Text(what_now(board, theme, columns)));
    }
    lines.extend(signals(board, theme, columns, if is_low { 1 } else { 3 }).map(HeadLine::Text));
    lines
}

/// Gives back where the tabs are.
pub fn draw(frame: &mut Frame<'_>, area: Rect, lines: Vec<HeadLine>, board: &Board, theme: Theme) -> Vec<(Rect, Mark)> {
    let mut places = Vec::new();
    for (row, line) in area.rows().zip(lines) {
        match line {
            HeadLine::Text(line) => frame.render_widget(line, row),
            HeadLine::Tabs => places = tabs(frame, row, board, theme),
        }
    }
    places
}

fn goal(board: &Board, theme: Theme, columns: usize) -> Line<'static> {
    let outlook = &board.picture.outlook;
    let aim = visible(outlook.aim().unwrap_or("no goal given").trim()).into_owned();
    let facts = format!(
        "  version {} · you are {}",
        outlook.session.version,
        visible(board.by.as_str())
    );
    let facts = if columns < 60 { String::new() } else { facts };
    let room = columns.saturating_sub(width(&facts));
    let aim = render::show::width::pad(&clip(&aim, room), room);
    Line::from(vec![
        Span::styled(aim, theme.strong()),
        Span::styled(facts, theme.faint()),
    ])
}

fn progress(board: &Board, theme: Theme, columns: usize) -> Line<'static> {
    let counts = board.picture.outlook.counts;
    let cells = (columns / 4).clamp(6, 30);
    let full = full_cells(counts.settled(), counts.total(), cells);
    let mut text = match counts.total() {
        0 => "  no tasks yet".to_owned(),
        total => format!("  {} of {total} settled", counts.settled()),
    };
    if !board.sieve.words.is_empty() {
        text = format!("{text} · only “{}”", visible(&board.sieve.words));
    }
    let waiting = board.waiting();
    if waiting > 0 {
        let plans = if waiting == 1 { "plan waits" } else { "plans wait" };
        text = format!("{text} · {waiting} {plans} for review");
    }
    Line::from(vec![
        Span::styled("█".repeat(full), theme.good()),
        Span::styled("░".repeat(cells - full), theme.faint()),
        Span::raw(clip(&text, columns.saturating_sub(cells)).into_owned()),
    ])
}

fn what_now(board: &Board, theme: Theme, columns: usize) -> Line<'static> {
    let message = now_message(&now(&board.picture.outlook));
    let message = visible(&message);
    Line::from(vec![
        Span::styled("Now  ", theme.faint()),
        Span::raw(clip(&message, columns.saturating_sub(5)).into_owned()),
    ])
}

fn signals(board: &Board, theme: Theme, columns: usize, room: usize) -> impl Iterator<Item = Line<'static>> {
    let open = &board.picture.outlook.signals;
    let more = open.len().saturating_sub(room);
    let shown = open.iter().take(room).enumerate();
    shown.map(move |(index, signal)| {
        let note = match more {
            more if more > 0 && index + 1 == room => format!("  +{more} more: S"),
            _ => String::new(),
        };
        let text = format!("! {}", told(signal, board));
        let text = clip(&text, columns.saturating_sub(width(&note))).into_owned();
        Line::from(vec![
            Span::styled(text, level_style(theme, signal.level)),
            Span::styled(note, theme.faint()),
        ])
    })
}

/// `blocker tests_fail (task 2): Tests fail, by ada 5 min ago`
pub fn told(signal: &Signal, board: &Board) -> String {
    let task = signal.task.map(|task| format!(" (task {task})")).unwrap_or_default();
    let (SignalState::Open { by, at } | SignalState::Closed { by, at }) = &signal.state;
    format!(
        "{} {}{task}: {}, by {} {}",
        signal.level.word(),
        signal.id,
        visible(&signal.message),
        visible(by.as_str()),
        ago(*at, board.picture.at)
    )
}

pub fn level_style(theme: Theme, level: Level) -> Style {
    match level {
        Level::Blocker => theme.bad(),
        Level::Warning => theme.warning(),
        Level::Info => Style::new(),
    }
}

/// `1 ○ ready 3   2 ▶ doing 1   …`, without the words where they do not fit.
fn tabs(frame: &mut Frame<'_>, row: Rect, board: &Board, theme: Theme) -> Vec<(Rect, Mark)> {
    let counted =
        |tab: fn(char, Mark, usize) -> String| FILTERS.map(|(key, mark)| tab(key, mark, board.rows.count(mark)));
    let fits = |tabs: &[String; 6]| tabs.iter().map(|tab| width(tab)).sum::<usize>() <= usize::from(row.width);
    let long = counted(|key, mark, count| format!("{key} {} {} {count}   ", mark.sign(), mark.word()));
    let short = counted(|key, mark, count| format!("{key}{} {} {count}  ", mark.sign(), mark.word()));
    let bare = counted(|key, mark, count| format!("{key}{}{count} ", mark.sign()));
    let tabs = [long, short].into_iter().find(fits).unwrap_or(bare);
    let mut places = Vec::new();
    let mut x = row.x;
    for ((_, mark), tab) in FILTERS.iter().zip(tabs) {
        let columns = u16::try_from(width(&tab))
            .unwrap_or(0)
            .min(row.right().saturating_sub(x));
        let place = Rect::new(x, row.y, columns, 1);
        let style = match board.sieve.marks.contains(mark) {
            true => mark_style(theme, *mark).patch(theme.highlighted()),
            false => mark_style(theme, *mark),
        };
        frame.render_widget(Line::styled(tab, style), place);
        places.push((place, *mark));
        x = x.saturating_add(columns);
    }
    places
}
