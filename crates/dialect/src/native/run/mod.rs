//! What `planwright run` tells while it happens, and in the end: a line for every event.

mod json;
mod question;
mod text;

use model::{Cost, Counts, TaskNumber};

pub use json::{run_line_json, run_refused_json, run_summary_json};
pub use question::run_question_text;
pub use text::{run_line_text, run_status, run_summary_text};

/// One thing that happened.
#[derive(Debug, Clone)]
pub enum RunLine<'a> {
    Begins {
        goal: Option<&'a str>,
        counts: Counts,
        jobs: usize,
        /// What holds for commands that nobody is asked about; `None` if somebody is.
        sandbox: Option<&'a str>,
    },
    Started {
        step: RunStep<'a>,
        agent: &'a str,
    },
    Output {
        number: TaskNumber,
        text: &'a str,
    },
    Checking {
        number: TaskNumber,
        command: &'a str,
    },
    Checked {
        number: TaskNumber,
        command: &'a str,
        has_passed: bool,
        /// Others may run at the same time, so that it must be said whose check it was.
        is_beside: bool,
    },
    Ended {
        step: RunStep<'a>,
        agent: &'a str,
        fate: RunFate<'a>,
        elapsed_ms: u64,
        counts: Counts,
        cost: Option<Cost>,
    },
    /// What somebody has said about work that was interrupted.
    Resolved {
        step: RunStep<'a>,
        agent: &'a str,
        said: RunWord,
    },
    Replanning {
        step: RunStep<'a>,
        error: &'a str,
    },
    Replanned {
        version: u32,
        counts: Counts,
    },
    Remark(&'a str),
}

#[derive(Debug, Clone, Copy)]
pub struct RunStep<'a> {
    pub number: TaskNumber,
    pub key: &'a str,
    pub title: &'a str,
}

#[derive(Debug, Clone)]
pub enum RunFate<'a> {
    Done {
        note: Option<&'a str>,
        files: RunFiles<'a>,
    },
    Failed {
        error: &'a str,
        files: RunFiles<'a>,
    },
    Released,
    /// Handed back, because its agent could not be started.
    Unstarted {
        why: &'a str,
    },
    Lost {
        why: &'a str,
    },
    Unknown,
    /// Its agent called it done, and its checks did not come to an end.
    Unchecked,
}

/// What became of work that was interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunWord {
    Done,
    Failed,
    Again,
}

/// What a step has changed.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunFiles<'a> {
    pub all: &'a [String],
    /// Those among them that the step does not declare, although it declares some.
    pub undeclared: &'a [String],
}

/// How it all ended.
#[derive(Debug, Clone)]
pub struct RunSummary<'a> {
    /// For machines: `complete`, `failed`, `stopped` and the like.
    pub end: &'static str,
    /// A sentence.
    pub message: &'a str,
    pub hint: Option<&'a str>,
    pub is_good: bool,
    pub counts: Counts,
    pub started: u64,
    pub done: u64,
    pub failed: u64,
    pub released: u64,
    pub replans: u64,
    pub elapsed_ms: u64,
    pub cost: Option<Cost>,
    /// Files that were changed while several steps ran, and that none of them declares.
    pub undeclared: &'a [String],
    /// How many more of them there are.
    pub undeclared_more: usize,
    /// As in [`RunLine::Begins`].
    pub sandbox: Option<&'a str>,
}

/// An agent that works now.
#[derive(Debug, Clone, Copy)]
pub struct RunBusy<'a> {
    pub number: TaskNumber,
    pub agent: &'a str,
    pub elapsed_ms: u64,
}

#[cfg(test)]
mod run_tests;
