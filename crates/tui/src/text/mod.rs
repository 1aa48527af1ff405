//! Text on the screen: whatever others have written is shown as it is, and none of it is lost at an edge.

mod flow;
mod ink;
mod pane;
mod wrap;

pub use flow::flow;
pub use ink::Ink;
pub use pane::{Pane, Prose, Ruled, Text};
pub use wrap::wrap;
