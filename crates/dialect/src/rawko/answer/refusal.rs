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
        Refusal::UnknownTask(TaskRef::Number(number)) => format!("there is no {}", step(number)),
        Refusal::UnknownDependency {
            dependency: TaskRef::Number(number),
            ..
        } if indexes.contains_key(number) => {
            format!("{} leaves the plan, so that no new step can wait for it", step(number))
        }
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
pub fn invalid_json(diagnostics: &[Diagnostic]) -> String {
    pretty(&InvalidShape {
        status: "error",
        error_type: "plan_validation_failed",
        message: invalid(diagnostics),
        details: diagnostics.iter().map(|fault| fault.message.clone()).collect(),
        diagnostics: shapes(diagnostics),
    })
}

pub fn invalid_text(diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let shown = snippets(diagnostics, source_of);
    format!("{shown}{}: {}\n", paint(ERROR, "error"), invalid(diagnostics))
}

fn invalid(diagnostics: &[Diagnostic]) -> String {
    let tally = tally(diagnostics);
    format!("What is written there is not valid ({tally}), and nothing was changed. Correct it, and try again.")
}
