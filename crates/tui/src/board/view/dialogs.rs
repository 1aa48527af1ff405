//! What is open above the board.

use dialect::native::visible::visible;
use dialect::native::width::{clip, width};
use model::SignalId;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear};

use super::head::{level_style, told};
use super::help;
use super::wrap::wrap;
use crate::Theme;
use crate::board::dialog::{Dialog, Noted};
use crate::board::line::TextLine;
use crate::board::raise::{Field, Raise};
use crate::board::state::Board;

/// What stands in a box, and where the cursor is: a row, and columns from the left.
struct Content {
    title: String,
    lines: Vec<Line<'static>>,
    cursor: Option<(usize, usize)>,
    foot: &'static str,
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &mut Board, theme: Theme) {
    let Some(mut dialog) = board.dialog.take() else {
        return;
    };
    // A box has a border and a blank on both sides.
    let columns = usize::from(area.width.saturating_sub(4)).min(72);
    let content = match &dialog {
        Dialog::Search { .. } => None,
        Dialog::Help { .. } => Some(Content {
            title: "Keys".to_owned(),
            lines: help::lines(theme),
            cursor: None,
            foot: "esc back  ↑↓ scroll",
        }),
        Dialog::Report { .. } => None,
        Dialog::Note { of, task, line } => Some(note(&board.name(*task), *of, line, columns, theme)),
        Dialog::Raise(form) => Some(raise(form, columns, theme)),
        Dialog::Clear { chosen } => Some(clear(board, chosen, columns, theme)),
        Dialog::Confirm { question, .. } => Some(Content {
            title: "Sure?".to_owned(),
            lines: question.iter().flat_map(|line| wrap(line, columns)).map(Line::raw).collect(),
            cursor: None,
            foot: "y yes  n no",
        }),
    };
    match (&mut dialog, content) {
        (Dialog::Report { title, lines, scroll }, _) => report(frame, area, title, lines, scroll, theme),
        (Dialog::Help { scroll }, Some(content)) => boxed(frame, area, content, scroll, theme),
        (_, Some(content)) => boxed(frame, area, content, &mut 0, theme),
        (_, None) => {}
    }
    board.dialog = Some(dialog);
}

fn note(name: &str, of: Noted, line: &TextLine, columns: usize, theme: Theme) -> Content {
    let (title, label, foot) = match of {
        Noted::Finish => ("Done", "What came of it?", "⏎ done  esc back"),
        Noted::Fail => ("Failed", "What went wrong?", "⏎ failed  esc back"),
        Noted::Drop => ("Drop", "Why?", "⏎ drop  esc back"),
    };
    let mut lines: Vec<_> = wrap(name, columns).into_iter().map(|line| Line::styled(line, theme.strong())).collect();
    lines.push(Line::default());
    lines.push(Line::styled(label, theme.faint()));
    let (shown, column) = window(line, columns);
    lines.push(Line::raw(shown));
    Content {
        title: title.to_owned(),
        cursor: Some((lines.len() - 1, column)),
        lines,
        foot,
    }
}

fn raise(form: &Raise, columns: usize, theme: Theme) -> Content {
    const LABEL: usize = 9;
    let room = columns.saturating_sub(LABEL);
    let label = |field: Field, name: &str| {
        let style = if form.field == field { theme.strong() } else { theme.faint() };
        Span::styled(format!("{name:<LABEL$}"), style)
    };
    let (message, message_column) = window(&form.message, room);
    let (name, name_column) = window(&form.name, room);
    let about = match form.task {
        None => "nothing".to_owned(),
        Some((task, true)) => format!("‹ task {task} ›"),
        Some((_, false)) => "‹ all of it ›".to_owned(),
    };
    let mut lines = vec![
        Line::from(vec![label(Field::Message, "message"), Span::raw(message)]),
        Line::from(vec![
            label(Field::Level, "level"),
            Span::styled(format!("‹ {} ›", form.level.word()), level_style(theme, form.level)),
        ]),
        Line::from(vec![label(Field::Task, "about"), Span::raw(about)]),
        Line::from(vec![label(Field::Name, "name"), Span::raw(name)]),
    ];
    if form.level == model::Level::Blocker {
        lines.push(Line::styled("A blocker stops everybody until it is cleared.", theme.faint()));
    }
    if let Some(fault) = &form.fault {
        lines.extend(wrap(&visible(fault), columns).into_iter().map(|line| Line::styled(line, theme.bad())));
    }
    Content {
        title: "Raise a signal".to_owned(),
        cursor: match form.field {
            Field::Message => Some((0, LABEL + message_column)),
            Field::Name => Some((3, LABEL + name_column)),
            Field::Level | Field::Task => None,
        },
        lines,
        foot: "⏎ raise  tab next  ←→ choose  esc back",
    }
}

fn clear(board: &Board, chosen: &SignalId, columns: usize, theme: Theme) -> Content {
    let line = |signal: &model::Signal| {
        let text = clip(&told(signal, board), columns).into_owned();
        let style = level_style(theme, signal.level);
        match signal.id == *chosen {
            true => Line::styled(text, style.patch(theme.highlighted())),
            false => Line::styled(text, style),
        }
    };
    Content {
        title: "Clear a signal".to_owned(),
        lines: board.picture.outlook.signals.iter().map(line).collect(),
        cursor: None,
        foot: "⏎ clear  ↑↓ choose  esc back",
    }
}

/// A box in the middle, as small as its content.
fn boxed(frame: &mut Frame<'_>, area: Rect, content: Content, scroll: &mut usize, theme: Theme) {
    let widest = content.lines.iter().map(Line::width).max().unwrap_or(0);
    // Whoever types sees how much room there is.
    let widest = if content.cursor.is_some() { 72 } else { widest };
    let wanted = widest.max(width(content.foot)).max(width(&content.title)) + 4;
    let columns = u16::try_from(wanted).unwrap_or(u16::MAX).min(area.width);
    let rows = u16::try_from(content.lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let place = Rect::new(
        area.x + (area.width - columns) / 2,
        area.y + (area.height - rows) / 2,
        columns,
        rows,
    );
    let block = Block::bordered()
        .title(Line::styled(format!(" {} ", content.title), theme.strong()))
        .title_bottom(Line::styled(format!(" {} ", content.foot), theme.faint()));
    let inner = block.inner(place);
    let room = Rect::new(inner.x + u16::from(inner.width > 2), inner.y, inner.width.saturating_sub(2), inner.height);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    *scroll = (*scroll).min(content.lines.len().saturating_sub(usize::from(room.height)));
    for (row, line) in room.rows().zip(content.lines.into_iter().skip(*scroll)) {
        frame.render_widget(line, row);
    }
    if let Some((row, column)) = content.cursor {
        let at = |start: u16, offset: usize| start.saturating_add(u16::try_from(offset).unwrap_or(u16::MAX));
        let position = Position::new(at(room.x, column), at(room.y, row));
        if room.contains(position) {
            frame.set_cursor_position(position);
        }
    }
}

/// A report takes the whole screen.
fn report(frame: &mut Frame<'_>, area: Rect, title: &str, lines: &[String], scroll: &mut usize, theme: Theme) {
    let block = Block::bordered()
        .title(Line::styled(format!(" {title} "), theme.strong()))
        .title_bottom(Line::styled(" esc back  ↑↓ space scroll ", theme.faint()));
    let room = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    *scroll = (*scroll).min(lines.len().saturating_sub(1));
    // Only what is seen is made, however long the report is.
    let shown = lines[*scroll..].iter().flat_map(|line| wrap(line, usize::from(room.width)));
    for (row, line) in room.rows().zip(shown) {
        frame.render_widget(Line::raw(line), row);
    }
}

/// The part of a typed line around its cursor that fits, and the cursor's column in it.
fn window(line: &TextLine, columns: usize) -> (String, usize) {
    let (before, after) = line.parts();
    let (before, after) = (visible(before), visible(after));
    let (mut start, mut column) = (before.len(), 0);
    for (at, c) in before.char_indices().rev() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if column + wide + 1 > columns {
            break;
        }
        (start, column) = (at, column + wide);
    }
    let shown = &before[start..];
    let after = clip(&after, columns.saturating_sub(column)).into_owned();
    (format!("{shown}{after}"), column)
}
