//! What is open above the board.

use dialect::text::visible::visible;
use model::{Level, Signal, SignalId};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use render::show::flow::flow;
use render::show::width::{clip, width};

use super::head::{level_style, told};
use super::help;
use crate::Theme;
use crate::board::deed::Noted;
use crate::board::dialog::Dialog;
use crate::board::raise::{Part, Raise};
use crate::board::state::Board;
use crate::text::Pane;
use crate::widget::{Binding, Field, centered, footer, framed};

/// What one types in is so wide, if there is room.
const WIDEST: usize = 72;
/// Before a field of a form.
const LABEL: usize = 9;

const NOTE_KEYS: [Binding; 2] = [Binding::new("⏎", "go on"), Binding::new("esc", "back")];
const SURE_KEYS: [Binding; 2] = [Binding::new("y", "yes"), Binding::new("n", "no")];
const CLEAR_KEYS: [Binding; 3] = [
    Binding::new("⏎", "clear"),
    Binding::new("↑↓", "choose"),
    Binding::new("esc", "back"),
];
const RAISE_KEYS: [Binding; 4] = [
    Binding::new("⏎", "raise"),
    Binding::new("tab", "next"),
    Binding::new("←→", "choose"),
    Binding::new("esc", "back"),
];
const REPORT_KEYS: [Binding; 3] = [
    Binding::new("↑↓", "scroll"),
    Binding::new("space", "a page"),
    Binding::new("esc", "back"),
];

/// One row of a box.
enum Row<'a> {
    Text(Line<'static>),
    /// Where one types now, behind its label.
    Typing(Span<'static>, &'a mut Field),
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &mut Board, theme: Theme) {
    let Some(mut dialog) = board.dialog.take() else {
        return;
    };
    // A box has a border and a blank on both sides.
    let columns = usize::from(area.width.saturating_sub(4)).min(WIDEST);
    match &mut dialog {
        // It is drawn where the keys are.
        Dialog::Search { .. } => {}
        Dialog::Help { scroll } => help::draw(frame, area, scroll, theme),
        Dialog::Report { title, pane } => report(frame, area, title, pane, theme),
        Dialog::Note { of, task, line, fault } => {
            let name = board.name(*task);
            let mut rows = note(&name, *of, line, columns, theme);
            rows.extend(fault_rows(fault.as_deref(), columns, theme));
            boxed(frame, area, note_title(*of), rows, &NOTE_KEYS, theme);
        }
        Dialog::Raise(form) => {
            let rows = raise(form, columns, theme);
            boxed(frame, area, "Raise a signal", rows, &RAISE_KEYS, theme);
        }
        Dialog::Clear { chosen } => {
            let rows = clear(board, chosen, columns, theme);
            boxed(frame, area, "Clear a signal", rows, &CLEAR_KEYS, theme);
        }
        Dialog::Confirm { question, .. } => {
            let lines = question.iter().flat_map(|line| flow(line, columns));
            let rows = lines.map(|line| Row::Text(Line::raw(line))).collect();
            boxed(frame, area, "Sure?", rows, &SURE_KEYS, theme);
        }
    }
    board.dialog = Some(dialog);
}

fn note_title(of: Noted) -> &'static str {
    match of {
        Noted::Finish => "Done",
        Noted::Fail => "Failed",
        Noted::Drop => "Drop",
    }
}

fn note<'a>(name: &str, of: Noted, line: &'a mut Field, columns: usize, theme: Theme) -> Vec<Row<'a>> {
    let question = match of {
        Noted::Finish => "What came of it? It may stay empty.",
        Noted::Fail => "What went wrong?",
        Noted::Drop => "Why? It may stay empty.",
    };
    let text = |line, style| Row::Text(Line::styled(line, style));
    let mut rows: Vec<_> = flow(name, columns)
        .into_iter()
        .map(|line| text(line, theme.strong()))
        .collect();
    rows.push(text(question.to_owned(), theme.faint()));
    rows.push(Row::Typing(Span::styled("› ", theme.strong()), line));
    rows
}

fn raise(form: &mut Raise, columns: usize, theme: Theme) -> Vec<Row<'_>> {
    let part = form.part;
    let label = |of: Part, name: &str| {
        let style = if part == of { theme.strong() } else { theme.faint() };
        Span::styled(format!("{name:<LABEL$}"), style)
    };
    let about = match form.task {
        None => "‹ all of it ›".to_owned(),
        Some((task, true)) => format!("‹ task {task} ›"),
        Some((_, false)) => "‹ all of it ›".to_owned(),
    };
    let level = Span::styled(format!("‹ {} ›", form.level.word()), level_style(theme, form.level));
    let is_blocker = form.level == Level::Blocker;
    let fault = form.fault.clone();
    let mut rows = vec![
        field(
            label(Part::Message, "message"),
            &mut form.message,
            part == Part::Message,
            columns,
        ),
        Row::Text(Line::from(vec![label(Part::Level, "level"), level])),
        Row::Text(Line::from(vec![label(Part::Task, "about"), Span::raw(about)])),
        field(label(Part::Name, "name"), &mut form.name, part == Part::Name, columns),
    ];
    if is_blocker {
        let says = "A blocker stops everybody until it is cleared.";
        rows.extend(
            flow(says, columns)
                .into_iter()
                .map(|line| Row::Text(Line::styled(line, theme.faint()))),
        );
    }
    rows.extend(fault_rows(fault.as_deref(), columns, theme));
    rows
}

fn fault_rows<'a>(fault: Option<&str>, columns: usize, theme: Theme) -> Vec<Row<'a>> {
    let lines = fault.map(|fault| flow(&visible(fault), columns)).unwrap_or_default();
    let row = |line| Row::Text(Line::styled(line, theme.bad()));
    lines.into_iter().map(row).collect()
}

fn field<'a>(label: Span<'static>, field: &'a mut Field, is_active: bool, columns: usize) -> Row<'a> {
    if is_active {
        return Row::Typing(label, field);
    }
    let text = visible(field.text());
    let text = clip(&text, columns.saturating_sub(LABEL)).into_owned();
    Row::Text(Line::from(vec![label, Span::raw(text)]))
}

fn clear<'a>(board: &Board, chosen: &SignalId, columns: usize, theme: Theme) -> Vec<Row<'a>> {
    let row = |signal: &Signal| {
        let is_chosen = signal.id == *chosen;
        let pointer = if is_chosen { "› " } else { "  " };
        let text = format!("{pointer}{}", clip(&told(signal, board), columns.saturating_sub(2)));
        let style = level_style(theme, signal.level);
        Row::Text(match is_chosen {
            true => Line::styled(text, style.patch(theme.highlighted())),
            false => Line::styled(text, style),
        })
    };
    board.picture.outlook.signals.iter().map(row).collect()
}

/// A box in the middle, as small as what is in it, with its keys in the last row.
fn boxed(frame: &mut Frame<'_>, area: Rect, title: &str, rows: Vec<Row<'_>>, keys: &[Binding], theme: Theme) {
    let wide = |row: &Row<'_>| match row {
        Row::Text(line) => line.width(),
        Row::Typing(..) => WIDEST,
    };
    let widest = rows
        .iter()
        .map(wide)
        .max()
        .unwrap_or(0)
        .max(width(title) + 2)
        .max(LABEL * 4);
    let place = centered(area, count(widest + 4), count(rows.len() + 4));
    let inside = framed(
        frame,
        place,
        vec![Span::styled(title.to_owned(), theme.strong())],
        theme,
    );
    let room = Rect::new(
        inside.x + u16::from(inside.width > 2),
        inside.y,
        inside.width.saturating_sub(2),
        inside.height,
    );
    let Some(last) = room.rows().next_back() else {
        return;
    };
    // Where there is no room for a blank row, there is none.
    for (place, row) in room.rows().take_while(|row| *row != last).zip(rows) {
        match row {
            Row::Text(line) => frame.render_widget(line, place),
            Row::Typing(label, field) => {
                let taken = count(label.width()).min(place.width);
                frame.render_widget(Line::from(label), place);
                field.draw(
                    frame,
                    Rect::new(place.x + taken, place.y, place.width - taken, 1),
                    theme,
                );
            }
        }
    }
    footer(frame, last, keys, theme);
}

/// A report takes the whole screen.
fn report(frame: &mut Frame<'_>, area: Rect, title: &str, pane: &mut Pane, theme: Theme) {
    let inside = framed(frame, area, vec![Span::styled(title.to_owned(), theme.strong())], theme);
    let Some(last) = inside.rows().next_back() else {
        return;
    };
    pane.draw(frame, Rect::new(inside.x, inside.y, inside.width, inside.height - 1));
    footer(frame, last, &REPORT_KEYS, theme);
}

fn count(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
