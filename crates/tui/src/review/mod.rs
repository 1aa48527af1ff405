//! Tier 2: the plan as a checklist, with everything that can be known about the part that one looks at.

mod areas;
mod checklist;
mod details;
mod dialog;
mod rows;
mod sheet;

pub use checklist::{Checklist, Wish};
