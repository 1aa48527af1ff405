//! What came of a proposal.

use crate::diagnostic::Diagnostic;
use crate::memo::MemoChange;
use crate::path::RelPath;
use crate::proposal::Action;
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub title: String,
    pub verdict: Verdict,
    /// The plan, from the project's root.
    pub plan: String,
    pub started: Timestamp,
    pub ended: Timestamp,
    /// What the user said for this turn.
    pub prompt: Option<String>,
    pub approved_by: Option<Approver>,
    /// Of the plan's bytes.
    pub digest: String,
    /// How commands were locked in, where any ran.
    pub sandbox: Option<String>,
    /// Why the plan was not even shown.
    pub faults: Vec<Diagnostic>,
    pub rationale: String,
    /// What was applied of the plan's memos.
    pub memos: Vec<MemoChange>,
    /// What the user made of the memos, where that is not what was proposed.
    pub memo_choices: Vec<MemoChoice>,
    /// One for every action, in their order.
    pub entries: Vec<Entry>,
}

/// A line of the plan's memos that the user did not take as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoChoice {
    LeftOut(MemoChange),
    Modified { proposed: MemoChange, made: MemoChange },
}

/// How it went as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Completed,
    /// Something was done, and something else failed.
    Partial,
    Failed,
    /// The user turned it down.
    Skipped,
    Invalid,
}

/// Who said yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approver {
    Human,
    /// `-y`
    Flag,
    Policy,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub action: Action,
    pub fate: Fate,
    pub duration_ms: Option<u64>,
    /// What the user made of it, if that is not what was proposed.
    pub modified: Option<String>,
    pub details: Details,
}

/// What became of one action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Done,
    /// Why.
    Failed(String),
    /// Why.
    Skipped(String),
    /// A page whose host is not allowed, and why. It counts as skipped; its address goes into the next context.
    NotFetched(String),
    /// Its process died with us. It is never run again by itself.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Details {
    None,
    Edited {
        /// Unified.
        diff: String,
        /// In what a FIND text and the file differed.
        notes: Vec<String>,
    },
    Ran(Run),
    /// One for every query.
    Searched(Vec<Search>),
    /// `None`: nobody was there to answer.
    Replied(Option<String>),
    /// Markdown that was made before, by a process that was interrupted.
    Written(String),
}

/// A command that was run, told without its secrets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// `exit code 1`, `signal 9`, and why it was stopped.
    pub end: String,
    pub stdout: String,
    pub stderr: String,
    /// More that should be known, such as the line that failed.
    pub notes: Vec<String>,
    /// Files of the workspace that it changed.
    pub changed: Vec<RelPath>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    pub query: String,
    pub hits: Vec<Hit>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub title: String,
    pub url: String,
    pub snippet: String,
}

impl Fate {
    /// Whether it came as far as being carried out.
    pub fn was_tried(&self) -> bool {
        !matches!(self, Self::Skipped(_) | Self::NotFetched(_))
    }
}

impl Verdict {
    /// What the fates of all actions come to.
    pub fn of(entries: &[Entry]) -> Self {
        let is_bad = |entry: &&Entry| matches!(entry.fate, Fate::Failed(_) | Fate::Unknown);
        let has_failed = entries.iter().any(|entry| is_bad(&entry));
        let has_done = entries.iter().any(|entry| entry.fate == Fate::Done);
        match (has_failed, has_done) {
            (false, _) => Self::Completed,
            (true, true) => Self::Partial,
            (true, false) => Self::Failed,
        }
    }
}
