//! Whether a plan fits the workspace, the memos and the session it is meant for.
//!
//! Every action is judged against the files as the actions before it leave them, so that a plan may edit what it
//! creates. A fault is told once, where it is; what merely follows from it is not.

mod action;
mod edit;
mod ground;
mod memos;
mod parts;
pub mod rules;
mod view;

#[cfg(test)]
mod check_tests;
#[cfg(test)]
mod testing;

use model::{Diagnostic, limits};

pub use parts::{check_actions, check_memos};
pub use view::{Ending, Entry, OpaqueFile, TurnView, View};

use super::Reading;
use crate::data::locate;
use ground::Ground;

/// Everything in a plan that was read that does not fit, in source order, after what is wrong with the files beside it.
/// `source` is the text it was read from.
pub fn check(source: &str, reading: &Reading, view: &dyn View) -> Vec<Diagnostic> {
    let mut faults = match view.memo_fault() {
        Some(why) => vec![rules::memo_file(why)],
        None => memos::check(&reading.proposal.memos, view.memos()),
    };
    let mut ground = Ground::new(source, view, &reading.proposal.actions);
    let mut broken = reading.broken.iter().peekable();
    for (index, action) in reading.proposal.actions.iter().enumerate() {
        while let Some(broken) = broken.next_if(|broken| broken.before <= index) {
            ground.doubt(broken);
        }
        action::action(action, &mut ground, &mut faults);
    }
    faults.sort_by_key(|fault| fault.place.span.clone().map(|span| (span.start, span.end)));
    faults.dedup();
    faults.truncate(limits::DIAGNOSTICS);
    locate(source, &mut faults);
    faults
}
