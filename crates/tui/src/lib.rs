//! Full-screen interfaces. This room draws the engine's values and turns keys into calls of its verbs; it decides
//! nothing, reads no file and opens no store.

pub mod board;
mod review;
mod screen;
mod text;
mod theme;
mod widget;

#[cfg(test)]
mod testing;

pub use review::{Checklist, Verdict, Wish, review};
pub use screen::{BURST_GAP, IGNORED_BURST, Input, Requests, Screen, SteppedBack, step_back};
pub use theme::Theme;
