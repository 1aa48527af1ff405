//! The record of an execution: lines of JSON, each written before or after the step that it tells of.
//!
//! Whoever finds a record that was not finished learns from it what was approved and how far it came.

use model::RelPath;
use model::report::{Approver, Fate};
use model::{AgentName, MemoChange, TaskLink, Timestamp, TurnId};
use serde::{Deserialize, Serialize};

mod forms;

use forms::{ApproverForm, FateForm};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The workspace, for projects with several worktrees.
    pub root: String,
    /// As it was named, or from the root.
    pub plan: String,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "forms")]
    pub turn: Option<(String, TurnId)>,
    /// Of the plan's bytes.
    pub digest: String,
    #[serde(with = "forms")]
    pub started: Timestamp,
    #[serde(with = "ApproverForm")]
    pub approver: Approver,
    #[serde(with = "forms")]
    pub by: AgentName,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    Head(Head),
    /// What the user made of the plan. The last one counts.
    Choice(Choice),
    /// This group is about to be applied. It has happened if its journal says so.
    Memos {
        group: usize,
        #[serde(flatten, with = "forms")]
        changes: Vec<MemoChange>,
    },
    Files {
        group: usize,
        outcomes: Vec<Outcome>,
    },
    /// This command is about to run.
    Started {
        action: usize,
        command: String,
        /// How it is locked in.
        #[serde(default)]
        sandbox: String,
    },
    Outcome(Outcome),
    /// A group of changes that could not be made: what became of its actions stands or falls together.
    Failed {
        outcomes: Vec<Outcome>,
    },
    /// The task that the turn advances is about to be finished. Whether it was, the plan knows.
    Concluding {},
    /// The report and the next turn are about to be written.
    Closing {
        group: usize,
    },
    /// All of it is about to be taken back. It has happened if the journal of the way back says so; the last one counts.
    Undo(Undo),
    /// All is over.
    Ended {
        #[serde(with = "forms")]
        at: Timestamp,
        /// The task that the turn has finished goes back with it.
        #[serde(default)]
        has_finished_task: bool,
    },
}

/// What goes back with the files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    #[serde(with = "forms")]
    pub at: Timestamp,
    /// The task that the turn may have finished.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "forms")]
    pub task: Option<TaskLink>,
}

/// What the user left out and changed before saying yes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub memos: Vec<ChosenPart>,
    pub actions: Vec<ChosenPart>,
    /// The digest of everything that was approved, in its final form.
    pub form: String,
}

/// One part that is not as it was proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenPart {
    /// Its place in the plan, from 0.
    pub index: usize,
    /// The user's version as a plan would say it; `None` if the user left it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The difference, as it will stand in the report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told: String,
}

/// What became of one action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Its place in the plan, from 0.
    pub action: usize,
    #[serde(with = "FateForm")]
    pub fate: Fate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// As it will stand in the report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub details: String,
    /// Files that it changed; `None` if nobody knows.
    #[serde(flatten, with = "forms")]
    pub changed: Option<Vec<RelPath>>,
    /// What the user answered to a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// One line, with its end.
pub fn write_line(line: &Line) -> String {
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}

/// All whole lines. The last one may have been cut; a damaged one before it is an error.
pub fn read_record(text: &str) -> Result<Vec<Line>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(index, line): (usize, &str)| {
        let mut line: Line = serde_json::from_str(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        // Earlier versions did not record that the changes of a lost command are unknown.
        for outcome in line.outcomes_mut() {
            outcome.changed.take_if(|_| outcome.fate == Fate::Unknown);
        }
        Ok(line)
    };
    whole.lines().enumerate().map(read).collect()
}

impl Line {
    fn outcomes_mut(&mut self) -> &mut [Outcome] {
        match self {
            Self::Outcome(outcome) => std::slice::from_mut(outcome),
            Self::Files { outcomes, .. } | Self::Failed { outcomes } => outcomes,
            _ => &mut [],
        }
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
