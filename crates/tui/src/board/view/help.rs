//! Every key, and what the signs mean.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::Theme;
use crate::board::rows::ORDER;
use crate::widget::{Binding, help};

const KEYS: [Binding; 27] = [
    Binding::new("↑ ↓ j k", "another task"),
    Binding::new("PgUp PgDn", "a page"),
    Binding::new("g G", "the first, the last"),
    Binding::new("Enter Tab", "into the details, and back"),
    Binding::new("/", "search titles, keys, numbers, names"),
    Binding::new("1 … 6", "only tasks like this; again for all"),
    Binding::new("0 Esc", "all tasks again"),
    Binding::new("v", "list or graph"),
    Binding::new("", ""),
    Binding::new("c", "claim the task, or renew your claim"),
    Binding::new("d", "done, with a note"),
    Binding::new("f", "failed, and why"),
    Binding::new("x", "drop, and why"),
    Binding::new("r", "reopen: hand back, retry, redo"),
    Binding::new("s", "raise a signal"),
    Binding::new("S", "clear a signal"),
    Binding::new("u", "undo your latest operation"),
    Binding::new("", "a turn: planwright undo --turn"),
    Binding::new("e", "review the plan that waits for it"),
    Binding::new("o", "open its newest report"),
    Binding::new("R", "open a store that was replaced"),
    Binding::new("", ""),
    Binding::new("mouse", "click selects, the wheel scrolls"),
    Binding::new("*", "just changed"),
    Binding::new("q Ctrl-C", "leave"),
    Binding::new("Ctrl-Z", "to the shell; fg comes back"),
    Binding::new("", ""),
];

/// Keeps `scroll` where there is something to see.
pub fn draw(frame: &mut Frame<'_>, area: Rect, scroll: &mut usize, theme: Theme) {
    let signs = ORDER.map(|mark| Binding::new(mark.sign(), mark.word()));
    let all = [KEYS.as_slice(), signs.as_slice()].concat();
    let last = help(frame, area, "The board", &all, *scroll, theme);
    *scroll = (*scroll).min(last);
}
