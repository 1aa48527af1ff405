//! TeDDy's words: proposals as Markdown, the fences that models get wrong, and what does not fit the workspace.

pub mod fence;
pub mod find;
mod lines;
