//! The engine's refusals in rawko's words: steps go by their index.

use std::collections::BTreeMap;

use model::{Diagnostic, IllegalTransition, Phase, Refusal, Refusals, Standing, TaskNumber, TaskRef};
use serde::Serialize;

use super::commands;
use crate::address::Address;
use crate::agentctl::answer::SourceOf;
use crate::agentctl::answer::reject::tally;
use crate::native::Trouble;
use crate::native::fault::{FaultShape, shapes};
use crate::native::json::pretty;
use crate::native::style::{ERROR, paint};
use crate::native::time::date;
use crate::rawko::sheet::step_status_word;
use crate::snippet::snippets;

/// The index of each task of the plan.
pub type Indexes = BTreeMap<TaskNumber, u32>;

/// All reasons at once; those that are not about steps are told as everywhere.
pub fn refusal(refusals: &Refusals, indexes: &Indexes) -> Trouble {
    let plain = crate::native::refusal(refusals, &Address::NONE);
    let mut sentences = refusals.iter().map(|refusal| sentence(refusal, indexes));
    let (Some(first), None) = (sentences.next(), sentences.next()) else {
        return Trouble {
            details: refusals.iter().map(|refusal| sentence(refusal, indexes)).collect(),
            ..plain
        };
    };
    Trouble {
        message: first,
        hint: hint(refusals.first(), indexes).or(plain.hint),
        ..plain
    }
}

/// The same in one line, for whoever has something to say before it.
pub fn reasons(refusals: &Refusals, indexes: &Indexes) -> String {
    let sentences: Vec<String> = refusals.iter().map(|refusal| sentence(refusal, indexes)).collect();
    sentences.join("; ")
}

fn sentence(refusal: &Refusal, indexes: &Indexes) -> String {
    let step = |number: &TaskNumber| step(*number, indexes);
    let steps = |numbers: &[TaskNumber]| numbers.iter().map(&step).collect::<Vec<_>>();
    match refusal {
        Refusal::NotReady { task, waiting_for } => {
            format!(
                "{} is not ready: it waits for {}",
                step(task),
                steps(waiting_for).join(", ")
            )
        }
        Refusal::Settled { task, standing } => {
            format!("{} is {} already", step(task), step_status_word(*standing))
        }
        Refusal::Taken { task, by, .. } => format!("{} is held by {by}", step(task)),
        Refusal::TooEarly { task, started } => {
            format!(
                "{} comes before {}, which has been started already",
                step(task),
                step(started)
            )
        }
        Refusal::StaleFence { task, given, .. } => {
            format!("fence {given} of {} is out of date: the claim was lost", step(task))
        }
        Refusal::UnknownTask(TaskRef::Number(number)) => format!("there is no {}", step(number)),
        Refusal::UnknownDependency {
            dependency: TaskRef::Number(number),
            ..
        } if indexes.contains_key(number) => {
            format!("{} leaves the plan, so that no new step can wait for it", step(number))
        }
        Refusal::PlanNotComplete { open, total } => {
            format!("the plan is not complete: {open} of {total} steps are open")
        }
        Refusal::NothingFailed => "no step has failed, so there is nothing to plan anew".to_owned(),
        Refusal::PlanReplaced { seen, current } => {
            format!("the plan is at version {current}, and the new steps were made for version {seen}")
        }
        Refusal::ReplacedOtherwise(changed) => {
            format!(
                "the new steps were made for a plan that has changed since: look at {}",
                steps(changed).join(", ")
            )
        }
        Refusal::EmptyReplan => "a replan brings at least one new step".to_owned(),
        Refusal::Cycle(circle) => {
            let mut circle = steps(circle);
            circle.extend(circle.first().cloned());
            format!("steps wait for each other in a circle: {}", circle.join(" → "))
        }
        other => other.to_string(),
    }
}

fn hint(refusal: &Refusal, indexes: &Indexes) -> Option<String> {
    let index = |number: &TaskNumber| indexes.get(number).copied();
    match refusal {
        Refusal::NotReady { waiting_for, .. } => {
            let first = waiting_for.first().and_then(index)?;
            Some(format!("complete step {first} first: `{}`", commands::complete(first)))
        }
        Refusal::Settled { task, standing } => {
            let step = index(task)?;
            let verb = match standing {
                Standing::Done | Standing::Failed | Standing::Dropped => format!("rawko step reopen {step}"),
                Standing::Todo | Standing::Doing => return None,
            };
            Some(format!("`{verb}` sets it back to pending"))
        }
        Refusal::Taken { by, until, .. } => Some(format!(
            "the lease ends at {} unless it is renewed, and `--agent {by}` speaks for its holder; `{}` finds other work",
            date(*until),
            commands::next()
        )),
        Refusal::StaleFence { task, .. } => {
            let step = index(task)?;
            Some(format!(
                "`{}` says who holds it now; `rawko step start {step}` claims it anew",
                commands::show()
            ))
        }
        Refusal::PlanNotComplete { .. } | Refusal::UnknownTask(_) => {
            Some(format!("`{}` shows every step", commands::show()))
        }
        Refusal::TooEarly { started, .. } => {
            let started = index(started)?;
            Some(format!(
                "put it behind with `--after {started}`, or leave `--after` out"
            ))
        }
        Refusal::UnknownDependency { .. } => Some("name a step that stays, or a new one".to_owned()),
        Refusal::Illegal(illegal) => Some(illegal_hint(*illegal)),
        _ => None,
    }
}

fn illegal_hint(illegal: IllegalTransition) -> String {
    match illegal.from {
        Phase::Failed => format!(
            "skip or reopen what failed, or make another plan: {}",
            commands::create()
        ),
        Phase::Complete => "add a step, or reopen one, to go on with it".to_owned(),
        Phase::Draft | Phase::InProgress | Phase::Replanning => {
            format!("`{}` says where the steps stand", commands::show())
        }
    }
}

/// A task that is not in the plan any more has no index.
fn step(number: TaskNumber, indexes: &Indexes) -> String {
    match indexes.get(&number) {
        Some(index) => format!("step {index}"),
        None => format!("a step that is new (task {number})"),
    }
}

#[derive(Serialize)]
struct InvalidShape<'a> {
    status: &'static str,
    error_type: &'static str,
    message: String,
    details: Vec<String>,
    diagnostics: Vec<FaultShape<'a>>,
}

/// A file or an input that is not what it should be.
pub fn invalid(diagnostics: &[Diagnostic]) -> Trouble {
    let tally = tally(diagnostics);
    let message =
        format!("What is written there is not valid ({tally}), and nothing was changed. Correct it, and try again.");
    Trouble::new("plan_validation_failed", message).with_details(diagnostics.iter().map(|fault| fault.message.clone()))
}

pub fn invalid_json(diagnostics: &[Diagnostic]) -> String {
    let trouble = invalid(diagnostics);
    pretty(&InvalidShape {
        status: "error",
        error_type: trouble.kind,
        message: trouble.message,
        details: trouble.details,
        diagnostics: shapes(diagnostics),
    })
}

pub fn invalid_text(diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let shown = snippets(diagnostics, source_of);
    format!("{shown}{}: {}\n", paint(ERROR, "error"), invalid(diagnostics).message)
}

#[cfg(test)]
mod tests {
    use model::{Fence, Refusal};

    use super::*;

    #[test]
    fn whatever_is_refused_is_told_in_steps() {
        let two = TaskNumber(2);
        let indexes = Indexes::from([(two, 0), (TaskNumber(5), 1)]);
        let check = |refusal: Refusal, expected: &str| {
            let refusals = Refusals::from(refusal);
            let told = super::refusal(&refusals, &indexes);
            assert_eq!(told.message, expected);
            assert_eq!(reasons(&refusals, &indexes), expected);
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
