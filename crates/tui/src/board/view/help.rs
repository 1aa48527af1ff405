//! Every key, and what the signs mean.

use ratatui::text::{Line, Span};

use super::mark_style;
use crate::Theme;
use crate::board::rows::ORDER;

const KEYS: [(&str, &str); 24] = [
    ("↑ ↓  j k", "another task"),
    ("PgUp PgDn", "a page"),
    ("g G", "the first, the last"),
    ("Enter  Tab", "into the details, and back"),
    ("/", "search in titles, keys, numbers, holders"),
    ("1 … 6", "only tasks that stand so; again for all"),
    ("0  Esc", "all tasks again"),
    ("v", "list or graph"),
    ("", ""),
    ("c", "claim the task, or renew your claim"),
    ("d", "done, with a note"),
    ("f", "failed, and why"),
    ("x", "drop, and why"),
    ("r", "reopen: hand back, retry, take up again"),
    ("s", "raise a signal"),
    ("S", "clear a signal"),
    ("u", "undo your latest operation"),
    ("e", "review the plan that waits for the task"),
    ("o", "open the newest report of the task"),
    ("", ""),
    ("mouse", "click selects, the wheel scrolls"),
    ("*", "just changed"),
    ("?", "this"),
    ("q  Ctrl-C", "leave"),
];

pub fn lines(theme: Theme) -> Vec<Line<'static>> {
    let key = |(key, what): (&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!("{key:<11}"), theme.strong()), Span::raw(what)])
    };
    let mut lines: Vec<_> = KEYS.into_iter().map(key).collect();
    lines.push(Line::default());
    lines.extend(ORDER.map(|mark| {
        let sign = Span::styled(format!("{:<11}", mark.sign()), mark_style(theme, mark));
        Line::from(vec![sign, Span::raw(mark.word())])
    }));
    lines
}
