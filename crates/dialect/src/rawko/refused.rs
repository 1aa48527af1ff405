//! Why a plan refuses a change, in terms of steps: each goes by its index.

use std::collections::BTreeMap;

use model::{Diagnostic, Refusal, Refusals, TaskNumber, TaskRef};

use super::document::located;
use super::rules::CONTRADICTION;
use super::sheet::step_status_word;
use crate::data::PathStep::{Item, Key};

/// The index of each task of the plan.
pub type StepIndexes = BTreeMap<TaskNumber, u32>;

/// All reasons in one line.
pub fn step_reasons(refusals: &Refusals, indexes: &StepIndexes) -> String {
    let sentences: Vec<String> = refusals.iter().map(|refusal| step_reason(refusal, indexes)).collect();
    sentences.join("; ")
}

/// One reason.
pub fn step_reason(refusal: &Refusal, indexes: &StepIndexes) -> String {
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

/// The statuses in an edited file that no step can have before its dependencies are finished; `None` if the edit was also
/// refused for another reason. `indexes` are those of the file.
pub fn too_early(path: &str, text: &str, refusals: &Refusals, indexes: &StepIndexes) -> Option<Vec<Diagnostic>> {
    let mut faults = Vec::new();
    for refusal in refusals.iter() {
        let Refusal::NotReady { task, waiting_for } = refusal else {
            return None;
        };
        let index = *indexes.get(task)?;
        for dependency in waiting_for {
            let message = format!(
                "Step {index} has begun, but it depends on {}, which is not finished.",
                step(*dependency, indexes)
            );
            let hint = "Finish the other step first, or take it out of `dependsOn`.";
            let place = vec![Key("steps"), Item(index as usize), Key("status")];
            faults.push((place, Diagnostic::error(CONTRADICTION, message).with_hint(hint)));
        }
    }
    Some(located(path, text, faults))
}

/// A task that is not in the plan any more has no index.
fn step(number: TaskNumber, indexes: &StepIndexes) -> String {
    match indexes.get(&number) {
        Some(index) => format!("step {index}"),
        None => format!("a step that is new (task {number})"),
    }
}
