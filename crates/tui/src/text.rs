//! Text on the screen: whatever others have written is shown as it is, and none of it is lost at an edge.

mod code;
mod diff;
mod ink;
mod pane;
mod pieces;
mod shelf;
mod syntax;
mod wrap;

#[cfg(test)]
mod layout_tests;

pub use code::Code;
pub use diff::{Diff, Layout};
pub use ink::Ink;
pub use pane::{Pane, Prose, Ruled, Text};
pub use pieces::{line_end, line_start, pieces_of};
pub use shelf::{Shared, Shelf};
pub use syntax::Language;
pub use wrap::wrap;
