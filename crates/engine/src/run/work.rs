//! The work on one step, from its agent's start to the last check. It runs beside others, and touches no plan.

use dialect::config::AgentWork;
use dialect::records::{StepFailure, StepNote};
use model::conclude::{StepEnd, StepResult};

use super::crew::{DoneBy, Part, Step, within_limits};
use super::scene::Scene;
use crate::planner::Planner;

pub(super) fn work(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> StepEnd {
    let _presence = scene.company.enter(step.task.number, &step.places);
    // Nothing counts as done before its checks have passed.
    let end = match work_on(scene, planner, step) {
        StepEnd::Done(result) => scene.check(step, result),
        other => other,
    };
    match end {
        StepEnd::Done(result) => StepEnd::Done(within_limits(result)),
        StepEnd::Failed { error, result } => StepEnd::Failed {
            error,
            result: within_limits(result),
        },
        other => other,
    }
}

fn work_on(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> StepEnd {
    match (&step.agent.work, step.part, planner) {
        (_, Part::Checks(by), _) => StepEnd::Done(StepResult {
            note: match by {
                DoneBy::User => Some(StepNote::DoneByUser.to_string()),
                DoneBy::Agent => None,
            },
            ..StepResult::default()
        }),
        (AgentWork::Command(argv), ..) => scene.command(step, argv),
        (AgentWork::Planner, part, Some(planner)) => scene.turns(step, part, planner),
        (AgentWork::Planner, _, None) => StepEnd::failed(StepFailure::NoPlanner),
    }
}
