//! Why a plan refuses the steps that a model has drafted, as the model is asked to correct it.

use model::{Diagnostic, Refusal, Refusals};

use crate::rawko::rules::CONTRADICTION;
use crate::rawko::{StepIndexes, step_reasons};

/// `None` if the steps are not the reason: another process can be in the way of the best steps.
pub fn misfit(refusals: &Refusals, indexes: &StepIndexes) -> Option<Diagnostic> {
    let mut hints = refusals.iter().map(hint).collect::<Option<Vec<_>>>()?;
    let message = format!("{}.", step_reasons(refusals, indexes));
    Some(Diagnostic::error(CONTRADICTION, message).with_hint(hints.swap_remove(0)))
}

fn hint(refusal: &Refusal) -> Option<&'static str> {
    Some(match refusal {
        Refusal::UnknownDependency { .. } => "name a step that stays, or a new one",
        Refusal::Cycle(_) => "leave out one of these dependencies",
        Refusal::Limit { .. } => "make it smaller, or split it",
        Refusal::HollowCheck { .. } => "write the command behind it, such as `run: cargo test`, or leave it out",
        Refusal::EmptyReplan => "name the new steps; to go on without the one that failed, skip it",
        _ => return None,
    })
}
