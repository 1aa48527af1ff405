//! TeDDy's words: proposals as Markdown, the fences that models get wrong, and what does not fit the workspace.

pub mod answer;
pub mod fence;
mod lines;
