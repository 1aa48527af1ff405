//! Those who do the work of a run, as its driver knows them.
//!
//! The driver sees neither processes nor threads, only this. What a simulated crew goes through is therefore the loop that
//! users run, and not one like it; that is why these few types are public.

use std::ffi::OsString;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dialect::records::StepNote;
use model::{AgentName, Evidence, Fence, Task, TaskNumber, TaskPath, limits};

use super::checks::ApprovedChecks;
use super::roster::Agent;
use crate::turns::Resolve;

pub trait Crew {
    /// Somebody begins with the step. Its claim is stored.
    fn begin(&mut self, step: Step);

    /// Whoever works on it is to stop, and ends as soon as they can. Nobody else is disturbed.
    fn stop(&mut self, number: TaskNumber);

    /// All that have ended by now. It is asked only while somebody works, and may wait a moment for them.
    fn ended(&mut self) -> Vec<Ended>;
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

#[derive(Debug)]
pub struct Ended {
    pub number: TaskNumber,
    pub fate: Fate,
}

#[derive(Debug)]
pub enum Fate {
    Done(Produce),
    Failed {
        error: String,
        produce: Produce,
    },
    /// Its program could not be started, for this reason, so nobody has worked on it.
    Unstarted {
        why: String,
    },
    /// It was told to stop.
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
pub struct Produce {
    pub note: Option<String>,
    pub files: Vec<String>,
    /// Those of the files that the step does not declare, although it declares some.
    pub undeclared: Vec<String>,
    pub evidence: Vec<Evidence>,
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

impl Produce {
    /// As many files as a plan takes, so that nobody's work is refused for its size. What is left out is counted. Notes were
    /// shortened where they were made: done twice, the second time would take away what the first one said was missing.
    pub(super) fn within_limits(mut self) -> Self {
        let more = self.files.len().saturating_sub(limits::LIST_ENTRIES);
        self.files.truncate(limits::LIST_ENTRIES);
        self.undeclared.truncate(limits::LIST_ENTRIES);
        if more > 0 {
            let note = self.note.unwrap_or_default();
            self.note = Some(format!("{note}\n{}", StepNote::MoreFiles(more)).trim().to_owned());
        }
        self
    }

    /// What is kept of it for good: the files that are a surprise are told in words, too.
    pub(super) fn outcome(&self) -> Option<String> {
        let undeclared = StepNote::Undeclared(&self.undeclared);
        match (&self.note, self.undeclared.is_empty()) {
            (note, true) => note.clone(),
            (Some(note), false) => Some(format!("{note}\n{undeclared}")),
            (None, false) => Some(undeclared.to_string()),
        }
    }
}

impl Fate {
    pub(super) fn failed(error: impl Display) -> Self {
        Self::Failed {
            error: error.to_string(),
            produce: Produce::default(),
        }
    }
}
