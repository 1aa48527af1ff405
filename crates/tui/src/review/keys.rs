//! The keys of the checklist.

use crate::widget::Binding;

pub const FOOTER: [Binding; 9] = [
    Binding::new("↑↓", "move"),
    Binding::new("space", "toggle"),
    Binding::new("s", "submit"),
    Binding::new("q", "back"),
    Binding::new("tab", "view"),
    Binding::new("p", "preview/edit"),
    Binding::new("a", "all/none"),
    Binding::new("d", "diff"),
    Binding::new("?", "help"),
];

pub const HELP: [Binding; 20] = [
    Binding::new("↑ ↓  j k", "move; scroll the details"),
    Binding::new("PgUp PgDn", "a page"),
    Binding::new("Home End", "the first, the last"),
    Binding::new("tab", "list and details in turn"),
    Binding::new("J K", "scroll the details from the list"),
    Binding::new("", ""),
    Binding::new("space enter", "choose, or leave out"),
    Binding::new("a", "choose all, or none if all are"),
    Binding::new("p", "look closely, and change it"),
    Binding::new("u", "back to the plan's version"),
    Binding::new("d", "versions below or beside"),
    Binding::new("", ""),
    Binding::new("s", "execute what is chosen"),
    Binding::new("q esc", "back; nothing happens"),
    Binding::new("ctrl-c", "leave; nothing happens"),
    Binding::new("", "in an editor: discard the text"),
    Binding::new("ctrl-z", "to the shell; fg comes back"),
    Binding::new("", ""),
    Binding::new("click, wheel", "choose a row, toggle it; scroll"),
    Binding::new("✗ !", "does not fit; a warning"),
];
