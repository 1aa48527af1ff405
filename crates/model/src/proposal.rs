//! A list of concrete actions that an agent asks leave to carry out.

use crate::memo::MemoChange;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub title: String,
    pub rationale: String,
    pub memos: Vec<MemoChange>,
    pub actions: Vec<Action>,
}

/// The nine kinds of action. Their fields arrive with the reader that fills them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Create,
    Read,
    Edit,
    Execute,
    Research,
    Chat,
    Invoke,
    Conclude,
    Prune,
}
