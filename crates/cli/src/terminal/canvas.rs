//! Whether there is something to draw on, and with which colors.

use std::env;

use tui::Theme;

/// `None` where nothing can be drawn.
pub fn theme() -> Option<Theme> {
    let variable = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let is_drawable = variable("TERM").is_some_and(|term| term != "dumb");
    is_drawable.then(|| Theme::new(variable("NO_COLOR").as_deref()))
}
