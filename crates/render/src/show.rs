//! How every medium shows the same things: styles, widths, wrapped lines, tables, times and marks.

pub mod command;
pub mod flow;
pub mod mark;
pub mod numbers;
pub mod page;
pub mod progress;
pub mod style;
pub mod table;
pub mod time;
pub mod width;
pub mod wrap;
