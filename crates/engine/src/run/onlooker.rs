//! Whoever watches a run, and is asked where the plan alone does not decide.

use model::conclude::StepConclusion;
use model::{Cost, Counts, TaskNumber};

use super::error::Interrupted;
use super::remark::Remark;
use crate::rawko::PlanFileWarning;
use crate::turns::{CommandRights, Decision, Review};

pub trait Onlooker: Send {
    fn tell(&mut self, news: &News);

    /// Whether commands of the plan may run. Asked once for each in a run.
    fn approve(&mut self, question: &Question<'_>) -> Consent;

    /// Whether a proposal of an agent is carried out.
    fn decide(&mut self, review: &Review<'_>) -> Decision;

    /// What the user answers to a message of an agent's.
    fn reply(&mut self, message: &str) -> Option<String>;

    /// What became of work that was interrupted; `None` if nobody can say.
    fn resolve(&mut self, interrupted: &Interrupted) -> Option<Resolution>;
}

/// Commands that say whether a task is done.
pub struct Question<'a> {
    pub step: &'a StepLine,
    pub commands: &'a [String],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
    /// There is nobody to ask.
    Absent,
}

/// What the user says about interrupted work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// It was done; whatever can be checked still is.
    Done,
    Failed,
    /// It does no harm to do it once more.
    Again,
}

/// What happens, as it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// What the run begins with.
    Begins {
        goal: Option<String>,
        counts: Counts,
        jobs: usize,
        /// What holds for the plan's commands if nobody is asked about them.
        sandbox: Option<String>,
        /// The rights of the plan's commands.
        rights: CommandRights,
    },
    Started {
        step: StepLine,
        agent: String,
    },
    /// What an agent or a check writes, secrets taken out.
    Output {
        number: TaskNumber,
        text: String,
    },
    /// Lines of output that were left out, because the observer was busy for long.
    OutputLeftOut {
        number: TaskNumber,
        lines: usize,
    },
    Checking {
        number: TaskNumber,
        command: String,
    },
    Checked {
        number: TaskNumber,
        command: String,
        has_passed: bool,
    },
    Ended {
        step: StepLine,
        agent: String,
        conclusion: StepConclusion,
        elapsed_ms: u64,
        counts: Counts,
        /// Of the whole run so far, as far as it is known.
        cost: Option<Cost>,
    },
    /// What was said about work that an earlier run left is part of the plan now. It may come before the beginning.
    Resolved {
        step: StepLine,
        agent: String,
        resolution: Resolution,
    },
    /// The plan is made anew.
    Replanning {
        step: StepLine,
        error: String,
    },
    Replanned {
        version: u32,
        counts: Counts,
    },
    /// A file that shows the plan was edited, or cannot be written.
    PlanFile(PlanFileWarning),
    /// Something that the user should know.
    Remark(Remark),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepLine {
    pub number: TaskNumber,
    /// Where it stands in the plan, counted from 0.
    pub index: u32,
    pub key: String,
    pub title: String,
}
