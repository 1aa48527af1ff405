//! The work on one step, from its agent's start to the last check. It runs beside others, and touches no plan.

use std::ffi::OsString;

use dialect::config::AgentWork;
use model::{Evidence, Fence, Task, TaskNumber, TaskPath};

use super::checks::ApprovedChecks;
use super::roster::Agent;
use super::scene::Scene;
use crate::planner::Planner;
use crate::turns::Resolve;

/// A step that is under way.
pub(super) struct Step {
    pub task: Task,
    pub agent: Agent,
    pub fence: Fence,
    /// What the agent is told.
    pub brief: String,
    pub variables: Vec<(OsString, OsString)>,
    pub checks: ApprovedChecks,
    /// What it declares, links followed.
    pub places: Vec<TaskPath>,
    pub part: Part,
}

/// How much of it is left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// The user has said that the agent was done.
    Checks,
    /// The turns of an earlier run go on; what the user says about a command that was interrupted.
    Rest(Option<Resolve>),
}

pub(super) struct Ended {
    pub number: TaskNumber,
    pub fate: Fate,
}

pub(super) enum Fate {
    Done(Produce),
    Failed {
        error: String,
        produce: Produce,
    },
    /// The user stopped the run.
    Stopped,
    /// The user did not want what the agent proposed.
    Declined {
        is_absent: bool,
    },
    /// Its process died under us, or a command was interrupted; nobody knows what has happened.
    Unknown {
        command: Option<String>,
    },
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Produce {
    pub note: Option<String>,
    pub files: Vec<String>,
    /// Those of the files that the step does not declare, although it declares some.
    pub undeclared: Vec<String>,
    pub evidence: Vec<Evidence>,
}

impl Produce {
    /// What is kept of it for good: the files that are a surprise are told in words, too.
    pub fn outcome(&self) -> Option<String> {
        let listed = self.undeclared.join(", ");
        match (&self.note, self.undeclared.is_empty()) {
            (note, true) => note.clone(),
            (Some(note), false) => Some(format!("{note}\n(changed, and not declared: {listed})")),
            (None, false) => Some(format!("(changed, and not declared: {listed})")),
        }
    }
}

pub(super) fn work(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> Ended {
    scene.company.enter(step.task.number, &step.places);
    let ended = work_on(scene, planner, step);
    scene.company.leave(step.task.number);
    ended
}

fn work_on(scene: &Scene<'_>, planner: Option<&dyn Planner>, step: &Step) -> Ended {
    let fate = match (&step.agent.work, step.part, planner) {
        (_, Part::Checks, _) => Fate::Done(Produce {
            note: Some("It was interrupted; the user said that it was done.".to_owned()),
            ..Produce::default()
        }),
        (AgentWork::Command(argv), ..) => scene.command(step, argv),
        (AgentWork::Planner, part, Some(planner)) => scene.turns(step, part, planner),
        (AgentWork::Planner, _, None) => failed("nobody can be asked for plans any more"),
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
    let checks = scene.check(&step.task, &step.checks);
    produce.evidence = checks.evidence;
    match checks.fault {
        _ if checks.is_lost => Fate::Unknown { command: None },
        _ if checks.is_stopped => Fate::Stopped,
        Some(error) => Fate::Failed { error, produce },
        None => Fate::Done(produce),
    }
}

pub(super) fn failed(error: impl Into<String>) -> Fate {
    Fate::Failed {
        error: error.into(),
        produce: Produce::default(),
    }
}
