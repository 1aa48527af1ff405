//! The few styles of the native door. Whoever prints strips them where color is not wanted.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

pub const PLAIN: Style = Style::new();
pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const BUSY: Style = AnsiColor::Cyan.on_default();
pub const WARNING: Style = AnsiColor::Yellow.on_default();
pub const BAD: Style = AnsiColor::Red.on_default();
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
pub const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub const COMMAND: Style = AnsiColor::Blue.on_default().bold();

pub fn paint(style: Style, text: impl Display) -> String {
    let text = text.to_string();
    if text.is_empty() {
        return text;
    }
    format!("{style}{text}{style:#}")
}
