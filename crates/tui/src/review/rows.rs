//! The list as a tree of two branches.

use engine::turns::{Choosing, Item, Part};
use model::Severity;
use ratatui::text::{Line, Span};
use render::review::{action_row, memo_row};
use render::show::width::{clip, width};

use crate::text::Ink;
use crate::theme::Theme;

const MODIFIED: &str = " *modified";
const DONE: &str = " done before";

/// One row of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    Heading(&'static str),
    Gap,
    /// By its place among all items, and whether it is the last one of its branch.
    Item {
        at: usize,
        is_last: bool,
    },
}

pub fn rows(items: &[Item<'_>]) -> Vec<Row> {
    let memos = items.iter().filter(|item| matches!(item.part, Part::Memo(_))).count();
    let mut rows = Vec::with_capacity(items.len() + 3);
    let mut branch = |heading, from: usize, to: usize| {
        if from < to {
            if !rows.is_empty() {
                rows.push(Row::Gap);
            }
            rows.push(Row::Heading(heading));
            rows.extend((from..to).map(|at| Row::Item {
                at,
                is_last: at + 1 == to,
            }));
        }
    };
    branch("- Memos", 0, memos);
    branch("- Action Plan", memos, items.len());
    rows
}

/// The row on the screen.
pub fn drawn(row: Row, items: &[Item<'_>], columns: u16, theme: Theme) -> Line<'static> {
    match row {
        Row::Gap => Line::default(),
        Row::Heading(heading) => Line::styled(heading, theme.strong()),
        Row::Item { at, is_last } => item(&items[at], is_last, columns, theme),
    }
}

fn item(item: &Item<'_>, is_last: bool, columns: u16, theme: Theme) -> Line<'static> {
    let branch = if is_last { " └─" } else { " ├─" };
    let (check, style) = match (item.chosen, item.fixed) {
        (_, true) => ("[✓]", theme.faint()),
        (true, false) => ("[✓]", theme.good()),
        (false, false) => ("[ ]", theme.faint()),
    };
    let trouble = match severity(item) {
        Some(Severity::Error) => Span::styled("✗", theme.bad()),
        Some(Severity::Warning) => Span::styled("!", theme.warning()),
        None => Span::raw(" "),
    };
    let label = match item.part {
        Part::Memo(memo) => memo_row(memo),
        Part::Action(action) => action_row(action),
    };
    let tag = match (item.fixed, item.modified) {
        (true, _) => Span::styled(DONE, theme.faint()),
        (false, true) => Span::styled(MODIFIED, theme.warning()),
        (false, false) => Span::default(),
    };
    let lead = width(branch) + width(check) + 1;
    let room = usize::from(columns).saturating_sub(lead + tag.width());
    let label_style = match item.chosen {
        true => ratatui::style::Style::new(),
        false => theme.faint(),
    };
    let mut spans = vec![
        Span::styled(branch, theme.border()),
        Span::styled(check, style),
        trouble,
    ];
    spans.extend(Ink::line(&clip(&label, room), label_style, theme));
    spans.push(tag);
    Line::from(spans)
}

/// The worst that is known about it.
pub fn severity(item: &Item<'_>) -> Option<Severity> {
    item.troubles.iter().map(|fault| fault.severity).min()
}

/// What stands beside the title.
pub fn tally(choosing: &Choosing<'_>) -> String {
    let items = choosing.items();
    let count = |is_one: fn(&Item<'_>) -> bool| items.iter().filter(|item| is_one(item)).count();
    let mut words = vec![format!("{} of {} chosen", count(|item| item.chosen), items.len())];
    let modified = count(|item| item.modified && item.chosen);
    if modified > 0 {
        words.push(format!("{modified} modified"));
    }
    let bad = items.iter().filter(|item| item.has_error()).count();
    if bad > 0 {
        words.push(format!("{bad} ✗"));
    }
    words.join(" · ")
}
