//! What a planner is asked after a failure.

use std::collections::{BTreeMap, BTreeSet};

use dialect::prompts::rawko_replan;
use dialect::rawko::step_status_word;
use model::{Refusal, Standing, Task, TaskNumber, TaskState};

use super::ask::agents;
use super::replan::Seen;
use super::steps::refused;
use super::view::View;
use crate::error::{AskError, EngineError};
use crate::project::Engine;
use crate::prompts::PromptName;

impl Engine {
    /// Only what has to be planned anew, and what it rests on.
    pub(super) fn replan_prompt(
        &self,
        seen: &Seen,
        discoveries: &[String],
        constraints: &[String],
    ) -> Result<String, EngineError> {
        let view = &seen.view;
        let leaving = seen.replaced().into_keys().collect();
        let (mut replaced, mut kept) = (Vec::new(), Vec::new());
        let below = rests_on(view, &leaving);
        for (task, index) in view.steps.iter().zip(0..) {
            match task.number {
                number if leaving.contains(&number) => replaced.push(rawko_replan::Step {
                    brief: Some(&task.brief),
                    ..told(task, index)
                }),
                number if leaving.is_empty() || below.contains(&number) => kept.push(told(task, index)),
                _ => {}
            }
        }
        let failed = view
            .steps
            .iter()
            .zip(0..)
            .find(|(task, _)| task.standing() == Standing::Failed);
        let current = view
            .steps
            .iter()
            .zip(0..)
            .find(|(task, _)| !task.standing().is_settled());
        let (failed, error) = match (failed, current) {
            (Some((task, index)), _) => (told(task, index), error_of(task)),
            (None, Some((task, index))) => (told(task, index), rawko_replan::NOT_FAILED),
            (None, None) => return Err(refused(view, Refusal::NothingFailed)),
        };
        let mut constraints = constraints.to_vec();
        constraints.extend(view.plan.metadata.constraints.iter().cloned());
        let agents = agents(&self.config()?, true)?;
        let input = rawko_replan::Input {
            task: view.task(),
            failed,
            error,
            replaced: &replaced,
            kept: &kept,
            discoveries,
            constraints: &constraints,
            agents: &agents,
        };
        let prompts = self.prompts()?;
        let own = prompts.own(PromptName::RawkoReplan)?;
        Ok(rawko_replan::render(&input, own).map_err(AskError::Unprompted)?)
    }
}

/// What the steps wait for, directly or not, themselves aside.
fn rests_on(view: &View, steps: &BTreeSet<TaskNumber>) -> BTreeSet<TaskNumber> {
    let after: BTreeMap<_, _> = view.steps.iter().map(|task| (task.number, &task.after)).collect();
    let mut open: Vec<TaskNumber> = steps.iter().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(number) = open.pop() {
        for dependency in after.get(&number).into_iter().flat_map(|after| after.iter()) {
            if !steps.contains(dependency) && found.insert(*dependency) {
                open.push(*dependency);
            }
        }
    }
    found
}

fn told(task: &Task, index: u32) -> rawko_replan::Step<'_> {
    let output = match &task.state {
        TaskState::Done(outcome) => outcome.note.as_deref(),
        TaskState::Dropped(dropped) => dropped.reason.as_deref(),
        TaskState::Todo | TaskState::Doing(_) | TaskState::Failed(_) => None,
    };
    rawko_replan::Step {
        index,
        description: &task.brief.title,
        status: step_status_word(task.standing()),
        output,
        brief: None,
    }
}

fn error_of(task: &Task) -> &str {
    match &task.state {
        TaskState::Failed(failure) => &failure.error,
        _ => "",
    }
}
