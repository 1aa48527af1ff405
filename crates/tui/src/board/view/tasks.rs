//! The tasks, as a list by how they stand or as a graph. Only rows that are seen are made.

use dialect::text::visible::visible;
use engine::turns::TurnState;
use model::{Standing, TaskNumber, TaskState};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use render::planwright::{GraphRow, Lane, TaskView, rails, who};
use render::show::mark::Mark;
use render::show::numbers;
use render::show::width::{clip, pad, width};

use super::mark_style;
use crate::Theme;
use crate::board::rows::Row;
use crate::board::state::{Board, Focus};

pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &mut Board, theme: Theme) {
    if area.is_empty() {
        return;
    }
    let cursor = board.cursor();
    // The heading of the first task is wanted, too.
    let row = cursor.filter(|row| *row > 1 || area.height == 1).unwrap_or(0);
    let seen = board.window.window(row, board.rows.rows.len(), area.height);
    if board.rows.rows.is_empty() {
        return frame.render_widget(Line::styled(nothing(board), theme.faint()), area);
    }
    for (place, index) in area.rows().zip(seen) {
        let is_chosen = cursor == Some(index);
        frame.render_widget(line(board, index, is_chosen, usize::from(area.width), theme), place);
        if is_chosen && board.focus == Focus::Tasks {
            frame.buffer_mut().set_style(place, theme.highlighted());
        }
    }
}

fn nothing(board: &Board) -> &'static str {
    match board.picture.len() {
        0 => "There is no task yet. `planwright add` adds one.",
        _ => "No task is like that. Esc shows all of them again.",
    }
}

fn line(board: &Board, index: usize, is_chosen: bool, columns: usize, theme: Theme) -> Line<'static> {
    let (position, lane) = match board.rows.rows[index] {
        Row::Heading(mark) => return heading(board, mark, columns, theme),
        Row::Task(position) => (position, Lane::default()),
        Row::Node(position, row) => (position, lane(board, index, row, columns)),
    };
    let view = board.picture.view(position);
    let mark = board.picture.mark(view);
    let number = view.task.number;
    let pointer = match (is_chosen, board.is_fresh(number)) {
        (true, _) => "›",
        (false, true) => "*",
        (false, false) => " ",
    };
    let digits = digits(board);
    // The pointer, the sign, the number, and a blank before and after each.
    let used = 1 + lane.width() + 2 + digits + 1;
    let (title, note) = divide(board, view, mark, columns.saturating_sub(used));
    let fresh = if board.is_fresh(number) {
        theme.strong()
    } else {
        Style::new()
    };
    Line::from(vec![
        Span::styled(pointer, theme.strong()),
        Span::styled(lane.before, theme.faint()),
        Span::styled(mark.sign(), mark_style(theme, mark)),
        Span::styled(lane.after, theme.faint()),
        Span::styled(format!(" {number:>digits$} ", number = number.0), theme.faint()),
        Span::styled(title, title_style(theme, mark).patch(fresh)),
        Span::styled(note, note_style(theme, mark)),
    ])
}

/// The ways to a task and past it. Where they would take the room, how deep it lies has to do.
fn lane(board: &Board, index: usize, row: GraphRow, columns: usize) -> Lane {
    let narrow = || Lane {
        before: rails(row),
        after: String::new(),
    };
    board.rows.lane(index, columns).cloned().unwrap_or_else(narrow)
}

fn heading(board: &Board, mark: Mark, columns: usize, theme: Theme) -> Line<'static> {
    let text = format!("── {} {} ", mark.word(), board.rows.count(mark));
    let rule = "─".repeat(columns.saturating_sub(width(&text)));
    Line::from(vec![
        Span::styled(clip(&text, columns).into_owned(), mark_style(theme, mark)),
        Span::styled(rule, theme.faint()),
    ])
}

/// The title and what is said beside it, which gives way first.
fn divide(board: &Board, view: TaskView<'_>, mark: Mark, columns: usize) -> (String, String) {
    const LEAST: usize = 18;
    let title = visible(&view.task.brief.title);
    let note = note(board, view, mark);
    let room = columns.saturating_sub(width(&title).min(columns * 6 / 10).max(LEAST) + 2);
    let note = if room < 6 {
        String::new()
    } else {
        clip(&note, room).into_owned()
    };
    if note.is_empty() {
        return (clip(&title, columns).into_owned(), note);
    }
    let room = columns.saturating_sub(width(&note) + 2);
    (pad(&clip(&title, room), room), format!("  {note}"))
}

/// What there is to know at a glance: whether a plan waits, who has it and for how long, or what is in its way.
fn note(board: &Board, view: TaskView<'_>, mark: Mark) -> String {
    let mut turns = board.turns_of(&view.task.key);
    let has_plan = !view.task.standing().is_settled() && turns.any(|turn| turn.state == TurnState::Waiting);
    let stand = stand(board, view, mark);
    match (has_plan, stand.is_empty()) {
        (true, true) => "a plan waits for review".to_owned(),
        (true, false) => format!("a plan waits; {stand}"),
        (false, _) => stand,
    }
}

fn stand(board: &Board, view: TaskView<'_>, mark: Mark) -> String {
    match (&view.task.state, mark) {
        (_, Mark::Waiting) => format!("waits for {}", obstacles(board, view.blocked_by)),
        (TaskState::Doing(claim), Mark::Ready) => format!("free again, left by {}", visible(claim.agent.as_str())),
        (TaskState::Failed(failure), _) => visible(failure.error.trim()).into_owned(),
        (TaskState::Dropped(dropped), _) => visible(dropped.reason.as_deref().unwrap_or_default()).into_owned(),
        _ => who(view, board.picture.at),
    }
}

/// `3, 4`, and which of them will not come by themselves.
fn obstacles(board: &Board, blocked_by: &[TaskNumber]) -> String {
    let standing = |number: &TaskNumber| board.picture.find(*number).map(|view| view.task.standing());
    let stuck = |wanted, word: &str| {
        let found: Vec<_> = blocked_by
            .iter()
            .copied()
            .filter(|number| standing(number) == Some(wanted))
            .collect();
        match (found.is_empty(), blocked_by.len()) {
            (true, _) => None,
            (false, 1) => Some(word.to_owned()),
            (false, _) => Some(format!("{} {word}", numbers::list(&found))),
        }
    };
    let stuck: Vec<_> = [(Standing::Failed, "failed"), (Standing::Dropped, "dropped")]
        .into_iter()
        .filter_map(|(standing, word)| stuck(standing, word))
        .collect();
    let list = numbers::list(blocked_by);
    match stuck.is_empty() {
        true => list,
        false => format!("{list} ({})", stuck.join(", ")),
    }
}

fn digits(board: &Board) -> usize {
    let last = board
        .picture
        .len()
        .checked_sub(1)
        .map(|last| board.picture.view(last).task.number.0);
    last.unwrap_or(1).to_string().len()
}

fn title_style(theme: Theme, mark: Mark) -> Style {
    match mark {
        Mark::Done | Mark::Dropped | Mark::Waiting => theme.faint(),
        Mark::Doing | Mark::Ready | Mark::Failed => Style::new(),
    }
}

fn note_style(theme: Theme, mark: Mark) -> Style {
    match mark {
        Mark::Failed => theme.bad(),
        Mark::Doing => theme.busy(),
        _ => theme.faint(),
    }
}
