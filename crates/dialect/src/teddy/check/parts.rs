//! The same checks for a part of a plan, with every fault beside the line or action that it belongs to.
//!
//! A person may leave out what a plan proposes, and change it. The review checks what is left after every change.

use model::proposal::MemoLine;
use model::{Action, Diagnostic, Spanned};

use super::ground::Ground;
use super::view::View;
use super::{action, memos};

/// What is wrong with each of these actions when they are carried out one after the other, and no others. `source` is the
/// text that their spans are places of.
pub fn check_actions<'a>(
    source: &'a str,
    actions: impl IntoIterator<Item = &'a Spanned<Action>>,
    view: &'a dyn View,
) -> Vec<Vec<Diagnostic>> {
    let actions: Vec<&'a Spanned<Action>> = actions.into_iter().collect();
    let mut ground = Ground::new(source, view, actions.iter().copied());
    let judge = |action| {
        let mut faults = Vec::new();
        action::action(action, &mut ground, &mut faults);
        faults
    };
    actions.into_iter().map(judge).collect()
}

/// What is wrong with each of these changes when they are made one after the other, and no others.
pub fn check_memos<'a>(
    changes: impl IntoIterator<Item = &'a Spanned<MemoLine>>,
    view: &'a dyn View,
) -> Vec<Option<Diagnostic>> {
    memos::check_each(changes, view.memos())
}
