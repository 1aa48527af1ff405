//! One thing that can be left out or changed.

use model::proposal::MemoLine;
use model::{Action, Diagnostic, Severity};

/// Its place in the plan, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemId {
    Memo(usize),
    Action(usize),
}

pub struct Item<'c> {
    pub id: ItemId,
    pub chosen: bool,
    /// The person has another version than the plan.
    pub modified: bool,
    /// It was carried out before an interruption, or its turn is over, so nothing can be changed any more.
    pub fixed: bool,
    /// What is wrong with it, given what else is chosen. Nothing is if it is left out.
    pub troubles: &'c [Diagnostic],
    /// As it would be carried out.
    pub part: Part<'c>,
    /// As it was proposed.
    pub original: Part<'c>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'c> {
    Memo(&'c MemoLine),
    Action(&'c Action),
}

impl Item<'_> {
    pub fn has_error(&self) -> bool {
        self.troubles.iter().any(|fault| fault.severity == Severity::Error)
    }
}
