//! Those who do the work of a run, as its driver knows them.
//!
//! The driver sees neither processes nor threads, only this. What a simulated crew goes through is therefore the loop that
//! users run, and not one like it; that is why these few types are public.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dialect::records::StepNote;
use model::conclude::{StepEnd, StepResult};
use model::{AgentName, Fence, Task, TaskNumber, TaskPath, limits};

use super::checks::ApprovedChecks;
use super::roster::Agent;
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
pub(super) fn within_limits(mut result: StepResult) -> StepResult {
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
