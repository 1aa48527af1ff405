//! The workers of a run, and how the driver knows them.
//!
//! The driver sees neither processes nor threads, only [`Crew`]. So a simulated crew goes through the same loop as users do;
//! that is why these few types are public.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use dialect::config::AgentWork;
use dialect::records::{StepFailure, StepNote};
use model::conclude::{StepEnd, StepResult};
use model::{AgentName, Fence, Task, TaskNumber, TaskPath, limits};

use super::checks::ApprovedChecks;
use super::driver::Driver;
use super::{RunEnd, Scene};
use crate::error::EngineError;
use crate::roster::Agent;
use crate::turns::Resolve;

pub trait Crew {
    /// Somebody begins with the step. Its claim is stored.
    fn begin(&mut self, step: Step);

    /// Whoever works on it is to stop, and ends as soon as they can. Nobody else is disturbed.
    fn stop(&mut self, number: TaskNumber);

    /// All that have ended by now. It is asked only while somebody works, and may wait a moment for them.
    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)>;
}

/// A step that is given to an agent.
pub struct Step {
    pub(super) task: Task,
    pub(super) agent: Agent,
    pub(super) fence: Fence,
    /// What the agent is told.
    pub(super) brief: String,
    pub(super) variables: Vec<(OsString, OsString)>,
    pub(super) checks: ApprovedChecks,
    /// What it declares, links followed.
    pub(super) places: Vec<TaskPath>,
    pub(super) part: Part,
    /// Its agent, or its checks, are to stop. Each step has its own, so that one can be stopped among others.
    pub(super) cancelled: Arc<AtomicBool>,
}

/// How much of it is left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    All,
    /// Somebody has said that the agent was done.
    Checks(DoneBy),
    /// The turns of an earlier run go on; what the user says about a command that was interrupted.
    Rest(Option<Resolve>),
}

/// Whose word it is that work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoneBy {
    User,
    Agent,
}

impl Step {
    /// As it was when it was given away.
    pub fn task(&self) -> &Task {
        &self.task
    }

    pub fn agent(&self) -> &AgentName {
        &self.agent.name
    }

    /// Of the claim that the agent works under.
    pub fn fence(&self) -> Fence {
        self.fence
    }

    pub fn part(&self) -> Part {
        self.part
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Cuts the files to as many as a plan stores, and counts the rest in the note. Notes were shortened where they were
/// made: cut twice, they would lose the count of what the first cut left out.
fn within_limits(mut result: StepResult) -> StepResult {
    let more = result.files.len().saturating_sub(limits::LIST_ENTRIES);
    result.files.truncate(limits::LIST_ENTRIES);
    result.undeclared.truncate(limits::LIST_ENTRIES);
    if more > 0 {
        let note = result.note.unwrap_or_default();
        result.note = Some(format!("{note}\n{}", StepNote::MoreFiles(more)).trim().to_owned());
    }
    result
}

/// The note as the plan stores it: it names the undeclared files.
pub(super) fn stored_note(result: &StepResult) -> Option<String> {
    let undeclared = StepNote::Undeclared(&result.undeclared);
    match (&result.note, result.undeclared.is_empty()) {
        (note, true) => note.clone(),
        (Some(note), false) => Some(format!("{note}\n{undeclared}")),
        (None, false) => Some(undeclared.to_string()),
    }
}

/// How soon it is noticed that somebody is to stop where no agent ends.
const TICK: Duration = Duration::from_millis(100);

struct Threads<'scope, 'env, 'a> {
    scope: &'scope Scope<'scope, 'env>,
    scene: &'scope Scene<'a>,
    /// What each of those who work looks at to know that it is to stop.
    cancelled: BTreeMap<TaskNumber, Arc<AtomicBool>>,
    sender: Sender<(TaskNumber, StepEnd)>,
    receiver: Receiver<(TaskNumber, StepEnd)>,
}

/// To the end of the run, with a heart that beats beside it.
pub(super) fn go(driver: &mut Driver<'_>) -> Result<RunEnd, EngineError> {
    let scene = driver.scene;
    let pulse = Arc::clone(driver.pulse());
    thread::scope(|scope| {
        let (_alive, over) = mpsc::channel();
        scope.spawn(move || pulse.keep_beating(&over));
        let _round = scene.mailbox.begin_round();
        scope.spawn(|| scene.mailbox.carry());
        let (sender, receiver) = mpsc::channel();
        let mut crew = Threads {
            scope,
            scene,
            cancelled: BTreeMap::new(),
            sender,
            receiver,
        };
        loop {
            if let Some(sum) = driver.advance(&mut crew)? {
                driver.write_files();
                return Ok(sum);
            }
            driver.follow_plan();
        }
    })
}

impl Crew for Threads<'_, '_, '_> {
    fn begin(&mut self, step: Step) {
        let (scene, sender) = (self.scene, self.sender.clone());
        self.cancelled.insert(step.task.number, Arc::clone(&step.cancelled));
        self.scope.spawn(move || {
            let worked = panic::catch_unwind(AssertUnwindSafe(|| work(scene, &step)));
            // A bug of ours has told of itself. The run must not wait for ever.
            let end = worked.unwrap_or(StepEnd::Unknown { command: None });
            // Sending fails if the driver is gone.
            let _ = sender.send((step.task.number, end));
        });
    }

    fn stop(&mut self, number: TaskNumber) {
        if let Some(cancelled) = self.cancelled.get(&number) {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for somebody, and takes all that have ended meanwhile.
    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)> {
        let first = self.receiver.recv_timeout(TICK).ok();
        let ended: Vec<(TaskNumber, StepEnd)> = first.into_iter().chain(self.receiver.try_iter()).collect();
        for (number, _) in &ended {
            self.cancelled.remove(number);
        }
        ended
    }
}

/// Works on one step, from the start of its agent to the last check. It changes no plan.
fn work(scene: &Scene<'_>, step: &Step) -> StepEnd {
    let _presence = scene.company.enter(step.task.number, &step.places);
    // Nothing counts as done before its checks have passed.
    let end = match work_on(scene, step) {
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

fn work_on(scene: &Scene<'_>, step: &Step) -> StepEnd {
    let planner = scene.opened.map(|opened| opened.planner.as_ref());
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
