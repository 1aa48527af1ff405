//! Refusals and invalid files in rawko's terms: steps go by their index.

use dialect::rawko::{StepIndexes, step_reason};
use model::{Diagnostic, IllegalTransition, Phase, Refusal, Refusals, Standing, TaskNumber};

use super::commands;
use crate::address::Address;
use crate::diagnostics::{self, PLAN_VALIDATION_FAILED, SourceOf, tally};
use crate::errors::Trouble;
use crate::show::time::date;

/// All reasons at once; those that are not about steps are told as everywhere.
pub fn refusal(refusals: &Refusals, indexes: &StepIndexes) -> Trouble {
    let plain = crate::errors::refusal(refusals, &Address::NONE);
    let mut sentences = refusals.iter().map(|refusal| step_reason(refusal, indexes));
    let (Some(first), None) = (sentences.next(), sentences.next()) else {
        return Trouble {
            details: refusals.iter().map(|refusal| step_reason(refusal, indexes)).collect(),
            ..plain
        };
    };
    Trouble {
        message: first,
        hint: hint(refusals.first(), indexes).or(plain.hint),
        ..plain
    }
}

fn hint(refusal: &Refusal, indexes: &StepIndexes) -> Option<String> {
    let index = |number: &TaskNumber| indexes.get(number).copied();
    let (show, next) = (commands::SHOW, commands::NEXT);
    Some(match refusal {
        Refusal::NotReady { waiting_for, .. } => {
            let first = waiting_for.first().and_then(index)?;
            format!("complete step {first} first: `{}`", commands::complete(first))
        }
        Refusal::Settled {
            task,
            standing: Standing::Done | Standing::Failed | Standing::Dropped,
        } => {
            format!("`rawko step reopen {}` sets it back to pending", index(task)?)
        }
        Refusal::Taken { by, until, .. } => format!(
            "the lease ends at {} unless it is renewed, and `--agent {by}` speaks for its holder; `{next}` finds other work",
            date(*until)
        ),
        Refusal::StaleFence { task, .. } => {
            let step = index(task)?;
            format!("`{show}` says who holds it now; `rawko step start {step}` claims it anew")
        }
        Refusal::PlanNotComplete { .. } | Refusal::UnknownTask(_) => format!("`{show}` shows every step"),
        Refusal::TooEarly { started, .. } => {
            format!(
                "put it behind with `--after {}`, or leave `--after` out",
                index(started)?
            )
        }
        Refusal::UnknownDependency { .. } => "name a step that stays, or a new one".to_owned(),
        Refusal::Illegal(illegal) => illegal_hint(*illegal),
        _ => return None,
    })
}

fn illegal_hint(illegal: IllegalTransition) -> String {
    match illegal.from {
        Phase::Failed => format!("skip or reopen what failed, or make another plan: {}", commands::CREATE),
        Phase::Complete => "add a step, or reopen one, to go on with it".to_owned(),
        Phase::Draft | Phase::InProgress | Phase::Replanning => {
            format!("`{}` says where the steps stand", commands::SHOW)
        }
    }
}

/// A file or an input that is not what it should be.
pub fn invalid(diagnostics: &[Diagnostic]) -> Trouble {
    let tally = tally(diagnostics);
    let message =
        format!("What is written there is not valid ({tally}), and nothing was changed. Correct it, and try again.");
    Trouble::new(PLAN_VALIDATION_FAILED, message).with_details(diagnostics.iter().map(|fault| fault.message.clone()))
}

pub fn invalid_json(diagnostics: &[Diagnostic]) -> String {
    let Trouble { message, details, .. } = invalid(diagnostics);
    diagnostics::invalid_json(&message, &details, diagnostics)
}

pub fn invalid_text(diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    diagnostics::invalid_text(&invalid(diagnostics).message, diagnostics, source_of)
}

#[cfg(test)]
mod tests {
    use model::{Fence, Refusal};

    use super::*;

    #[test]
    fn whatever_is_refused_is_told_in_steps() {
        let two = TaskNumber(2);
        let indexes = StepIndexes::from([(two, 0), (TaskNumber(5), 1)]);
        let check = |refusal: Refusal, expected: &str| {
            let refusals = Refusals::from(refusal);
            let told = super::refusal(&refusals, &indexes);
            assert_eq!(told.message, expected);
            assert_eq!(dialect::rawko::step_reasons(&refusals, &indexes), expected);
            let hint = told.hint.unwrap_or_default();
            assert!(!hint.contains("task"), "{hint}");
        };
        check(
            Refusal::StaleFence {
                task: two,
                given: Fence(3),
                current: None,
            },
            "fence 3 of step 0 is out of date: the claim was lost",
        );
        check(
            Refusal::NotReady {
                task: TaskNumber(5),
                waiting_for: vec![two],
            },
            "step 1 is not ready: it waits for step 0",
        );
        check(
            Refusal::NothingFailed,
            "no step has failed, so there is nothing to plan anew",
        );
        check(Refusal::EmptyReplan, "a replan brings at least one new step");
        check(
            Refusal::PlanNotComplete { open: 1, total: 2 },
            "the plan is not complete: 1 of 2 steps are open",
        );
        check(
            Refusal::PlanReplaced { seen: 1, current: 2 },
            "the plan is at version 2, and the new steps were made for version 1",
        );
        check(
            Refusal::ReplacedOtherwise(vec![two]),
            "the new steps were made for a plan that has changed since: look at step 0",
        );
    }
}
