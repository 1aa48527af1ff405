//! The record of an execution: lines of JSON, each written before or after the step that it tells of.
//!
//! Whoever finds a record that was not finished learns from it what was approved and how far it came.

use model::RelPath;
use model::report::{Approver, Fate};
use model::{AgentName, Fence, MemoChange, SessionId, TaskKey, TaskLink, ThreadId, Timestamp, TurnId};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The workspace, for projects with several worktrees.
    pub root: String,
    /// As it was named, or from the root.
    pub plan: String,
    pub turn: Option<(String, TurnId)>,
    /// Of the plan's bytes.
    pub digest: String,
    pub started: Timestamp,
    pub approver: Approver,
    pub by: AgentName,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Head(Head),
    /// What the user made of the plan. The last one counts.
    Choice(Choice),
    /// This group is about to be applied. It has happened if its journal says so.
    Memos {
        group: usize,
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
        sandbox: String,
    },
    Outcome(Outcome),
    /// A group of changes that could not be made: what became of its actions stands or falls together.
    Failed {
        outcomes: Vec<Outcome>,
    },
    /// The task that the turn advances is about to be finished. Whether it was, the plan knows.
    Concluding,
    /// The report and the next turn are about to be written.
    Closing {
        group: usize,
    },
    /// All of it is about to be taken back. It has happened if the journal of the way back says so; the last one counts.
    Undo(Undo),
    /// All is over.
    Ended {
        at: Timestamp,
        /// The task that the turn has finished goes back with it.
        has_finished_task: bool,
    },
}

/// What goes back with the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    pub at: Timestamp,
    /// The task that the turn may have finished.
    pub task: Option<TaskLink>,
}

/// What the user left out and changed before saying yes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    pub memos: Vec<ChosenPart>,
    pub actions: Vec<ChosenPart>,
    /// The digest of everything that was approved, in its final form.
    pub form: String,
}

/// One part that is not as it was proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenPart {
    /// Its place in the plan, from 0.
    pub index: usize,
    /// The user's version as a plan would say it; `None` if the user left it out.
    pub form: Option<String>,
    /// The difference, as it will stand in the report.
    pub told: String,
}

/// What became of one action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Its place in the plan, from 0.
    pub action: usize,
    pub fate: Fate,
    pub duration_ms: Option<u64>,
    /// As it will stand in the report.
    pub details: String,
    /// Files that it changed; `None` if nobody knows.
    pub changed: Option<Vec<RelPath>>,
    /// What the user answered to a message.
    pub reply: Option<String>,
}

/// One line, with its end.
pub fn write_line(line: &Line) -> String {
    let wire = Wire::from(line);
    let mut text = serde_json::to_string(&wire).unwrap_or_default();
    text.push('\n');
    text
}

/// All whole lines. The last one may have been cut; a damaged one before it is an error.
pub fn read_record(text: &str) -> Result<Vec<Line>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(index, line): (usize, &str)| {
        let wire: Wire = serde_json::from_str(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        wire.into_line()
            .ok_or_else(|| format!("line {}: it does not fit together", index + 1))
    };
    whole.lines().enumerate().map(read).collect()
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Wire {
    Head {
        root: String,
        plan: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<(String, String)>,
        digest: String,
        started: i64,
        approver: WireApprover,
        by: String,
    },
    Choice {
        memos: Vec<WirePart>,
        actions: Vec<WirePart>,
        form: String,
    },
    Memos {
        group: usize,
        add: Vec<String>,
        remove: Vec<String>,
    },
    Files {
        group: usize,
        outcomes: Vec<WireOutcome>,
    },
    Started {
        action: usize,
        command: String,
        #[serde(default)]
        sandbox: String,
    },
    Outcome(WireOutcome),
    Failed {
        outcomes: Vec<WireOutcome>,
    },
    Concluding {},
    Closing {
        group: usize,
    },
    Undo {
        at: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<WireLink>,
    },
    Ended {
        at: i64,
        #[serde(default)]
        has_finished_task: bool,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePart {
    index: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    told: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireLink {
    session: String,
    thread: u32,
    key: String,
    agent: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fence: Option<u64>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum WireApprover {
    Human,
    Flag,
    Policy,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOutcome {
    action: usize,
    fate: WireFate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    details: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    changed_unknown: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireFate {
    Done,
    Failed(String),
    Skipped(String),
    NotFetched(String),
    Unknown,
}

impl From<&Line> for Wire {
    fn from(line: &Line) -> Self {
        match line {
            Line::Head(head) => Self::Head {
                root: head.root.clone(),
                plan: head.plan.clone(),
                turn: head
                    .turn
                    .as_ref()
                    .map(|(session, turn)| (session.clone(), turn.to_string())),
                digest: head.digest.clone(),
                started: head.started.as_millis(),
                by: head.by.to_string(),
                approver: match head.approver {
                    Approver::Human => WireApprover::Human,
                    Approver::Flag => WireApprover::Flag,
                    Approver::Policy => WireApprover::Policy,
                },
            },
            Line::Choice(choice) => Self::Choice {
                memos: choice.memos.iter().map(WirePart::from).collect(),
                actions: choice.actions.iter().map(WirePart::from).collect(),
                form: choice.form.clone(),
            },
            Line::Memos { group, changes } => {
                let (mut add, mut remove) = (Vec::new(), Vec::new());
                for change in changes {
                    match change {
                        MemoChange::Add(text) => add.push(text.clone()),
                        MemoChange::Remove(text) => remove.push(text.clone()),
                    }
                }
                Self::Memos {
                    group: *group,
                    add,
                    remove,
                }
            }
            Line::Files { group, outcomes } => Self::Files {
                group: *group,
                outcomes: outcomes.iter().map(WireOutcome::from).collect(),
            },
            Line::Started {
                action,
                command,
                sandbox,
            } => Self::Started {
                action: *action,
                command: command.clone(),
                sandbox: sandbox.clone(),
            },
            Line::Outcome(outcome) => Self::Outcome(outcome.into()),
            Line::Failed { outcomes } => Self::Failed {
                outcomes: outcomes.iter().map(WireOutcome::from).collect(),
            },
            Line::Concluding => Self::Concluding {},
            Line::Closing { group } => Self::Closing { group: *group },
            Line::Undo(undo) => Self::Undo {
                at: undo.at.as_millis(),
                task: undo.task.as_ref().map(WireLink::from),
            },
            Line::Ended { at, has_finished_task } => Self::Ended {
                at: at.as_millis(),
                has_finished_task: *has_finished_task,
            },
        }
    }
}

impl From<&ChosenPart> for WirePart {
    fn from(part: &ChosenPart) -> Self {
        Self {
            index: part.index,
            form: part.form.clone(),
            told: part.told.clone(),
        }
    }
}

impl From<WirePart> for ChosenPart {
    fn from(part: WirePart) -> Self {
        Self {
            index: part.index,
            form: part.form,
            told: part.told,
        }
    }
}

impl From<&TaskLink> for WireLink {
    fn from(link: &TaskLink) -> Self {
        Self {
            session: link.session.to_string(),
            thread: link.thread.0,
            key: link.key.to_string(),
            agent: link.agent.to_string(),
            fence: link.fence.map(|fence| fence.0),
        }
    }
}

impl WireLink {
    fn into_link(self) -> Option<TaskLink> {
        Some(TaskLink {
            session: SessionId::new(&self.session).ok()?,
            thread: ThreadId(self.thread),
            key: TaskKey::new(&self.key).ok()?,
            agent: AgentName::new(&self.agent).ok()?,
            fence: self.fence.map(Fence),
        })
    }
}

impl From<&Outcome> for WireOutcome {
    fn from(outcome: &Outcome) -> Self {
        Self {
            action: outcome.action,
            fate: match &outcome.fate {
                Fate::Done => WireFate::Done,
                Fate::Failed(why) => WireFate::Failed(why.clone()),
                Fate::Skipped(why) => WireFate::Skipped(why.clone()),
                Fate::NotFetched(why) => WireFate::NotFetched(why.clone()),
                Fate::Unknown => WireFate::Unknown,
            },
            duration_ms: outcome.duration_ms,
            details: outcome.details.clone(),
            changed: outcome.changed.iter().flatten().map(RelPath::to_string).collect(),
            changed_unknown: outcome.changed.is_none(),
            reply: outcome.reply.clone(),
        }
    }
}

impl Wire {
    /// `None` for names that are none.
    fn into_line(self) -> Option<Line> {
        Some(match self {
            Self::Head {
                root,
                plan,
                turn,
                digest,
                started,
                approver,
                by,
            } => Line::Head(Head {
                root,
                plan,
                turn: match turn {
                    Some((session, turn)) => Some((folder_name(session)?, TurnId::parse(&turn)?)),
                    None => None,
                },
                digest,
                started: Timestamp::from_millis(started),
                by: AgentName::new(&by).ok()?,
                approver: match approver {
                    WireApprover::Human => Approver::Human,
                    WireApprover::Flag => Approver::Flag,
                    WireApprover::Policy => Approver::Policy,
                },
            }),
            Self::Choice { memos, actions, form } => Line::Choice(Choice {
                memos: memos.into_iter().map(ChosenPart::from).collect(),
                actions: actions.into_iter().map(ChosenPart::from).collect(),
                form,
            }),
            Self::Memos { group, add, remove } => {
                let add = add.into_iter().map(MemoChange::Add);
                let changes = add.chain(remove.into_iter().map(MemoChange::Remove)).collect();
                Line::Memos { group, changes }
            }
            Self::Files { group, outcomes } => Line::Files {
                group,
                outcomes: all_of(outcomes)?,
            },
            Self::Failed { outcomes } => Line::Failed {
                outcomes: all_of(outcomes)?,
            },
            Self::Started {
                action,
                command,
                sandbox,
            } => Line::Started {
                action,
                command,
                sandbox,
            },
            Self::Ended { at, has_finished_task } => Line::Ended {
                at: Timestamp::from_millis(at),
                has_finished_task,
            },
            Self::Outcome(outcome) => Line::Outcome(outcome.into_outcome()?),
            Self::Concluding {} => Line::Concluding,
            Self::Closing { group } => Line::Closing { group },
            Self::Undo { at, task } => Line::Undo(Undo {
                at: Timestamp::from_millis(at),
                task: match task {
                    Some(task) => Some(task.into_link()?),
                    None => None,
                },
            }),
        })
    }
}

fn all_of(outcomes: Vec<WireOutcome>) -> Option<Vec<Outcome>> {
    outcomes.into_iter().map(WireOutcome::into_outcome).collect()
}

/// It becomes part of a path.
fn folder_name(name: String) -> Option<String> {
    let is_name = RelPath::new(&name).is_ok_and(|path| path.as_str() == name && !name.contains('/'));
    is_name.then_some(name)
}

impl WireOutcome {
    fn into_outcome(self) -> Option<Outcome> {
        let changed: Result<Vec<_>, _> = self.changed.iter().map(|path| RelPath::new(path)).collect();
        // Records did not always say so, but what became of a command says enough.
        let is_unknown = self.changed_unknown || matches!(self.fate, WireFate::Unknown);
        Some(Outcome {
            action: self.action,
            fate: match self.fate {
                WireFate::Done => Fate::Done,
                WireFate::Failed(why) => Fate::Failed(why),
                WireFate::Skipped(why) => Fate::Skipped(why),
                WireFate::NotFetched(why) => Fate::NotFetched(why),
                WireFate::Unknown => Fate::Unknown,
            },
            duration_ms: self.duration_ms,
            details: self.details,
            changed: Some(changed.ok()?).filter(|_| !is_unknown),
            reply: self.reply,
        })
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
