//! The work on one step, from its agent's start to the last check. It runs beside others, and touches no plan.

use dialect::config::AgentWork;
use dialect::records::{StepFailure, StepNote};

use super::crew::{DoneBy, Ended, Fate, Part, Produce, Step};
use super::scene::Scene;
use crate::planner::Planner;

pub(super) fn work(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> Ended {
    let _presence = scene.company.enter(step.task.number, &step.places);
    let ended = work_on(scene, planner, step);
    Ended {
        fate: match ended.fate {
            Fate::Done(produce) => Fate::Done(produce.within_limits()),
            Fate::Failed { error, produce } => Fate::Failed {
                error,
                produce: produce.within_limits(),
            },
            other => other,
        },
        ..ended
    }
}

fn work_on(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> Ended {
    let fate = match (&step.agent.work, step.part, planner) {
        (_, Part::Checks(by), _) => Fate::Done(Produce {
            note: match by {
                DoneBy::User => Some(StepNote::DoneByUser.to_string()),
                DoneBy::Agent => None,
            },
            ..Produce::default()
        }),
        (AgentWork::Command(argv), ..) => scene.command(step, argv),
        (AgentWork::Planner, part, Some(planner)) => scene.turns(step, part, planner),
        (AgentWork::Planner, _, None) => Fate::failed(StepFailure::NoPlanner),
    };
    let fate = match fate {
        Fate::Done(produce) => checked(scene, step, produce),
        other => other,
    };
    Ended {
        number: step.task.number,
        fate,
    }
}

/// Nothing counts as done before its checks have passed.
fn checked(scene: &Scene<'_>, step: &Step, mut produce: Produce) -> Fate {
    let checks = scene.check(step);
    produce.evidence = checks.evidence;
    match checks.fault {
        _ if checks.is_lost => Fate::Unknown { command: None },
        _ if checks.is_stopped => Fate::Stopped,
        Some(error) => Fate::Failed { error, produce },
        None => Fate::Done(produce),
    }
}
