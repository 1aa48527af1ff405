//! Tasks, their briefs and their states.

use model::{
    AgentName, Brief, Claim, Dropped, DroppedAs, Evidence, Failure, Fence, Fingerprint, Kind, Outcome, Task, TaskKey,
    TaskNumber, TaskPath, TaskState, Timestamp, Uid,
};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskRow {
    uid: String,
    number: u32,
    key: String,
    order: u32,
    brief: BriefRow,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    after: Vec<u32>,
    state: StateRow,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BriefRow {
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    body: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(flatten)]
    lists: Lists,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    filed: Option<String>,
}

/// The lists of a brief, which live together in one column.
#[derive(Serialize, Deserialize, Default)]
pub(crate) struct Lists {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checklist: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
    /// In their written form, with a `+` before what the task creates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acceptance: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum StateRow {
    Todo,
    Doing {
        agent: String,
        since: i64,
        until: i64,
        fence: u64,
    },
    Done {
        by: String,
        at: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        started: Option<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        evidence: Vec<EvidenceRow>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<u64>,
    },
    Failed {
        by: String,
        at: i64,
        error: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        started: Option<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        evidence: Vec<EvidenceRow>,
    },
    Dropped {
        by: String,
        at: i64,
        skipped: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceRow {
    command: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exit: Option<i32>,
    digest: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    clip: String,
}

impl EvidenceRow {
    fn write(evidence: &[Evidence]) -> Vec<Self> {
        let row = |proof: &Evidence| Self {
            command: proof.command.clone(),
            exit: proof.exit_code,
            digest: proof.digest.0.clone(),
            clip: proof.clip.clone(),
        };
        evidence.iter().map(row).collect()
    }

    fn read(rows: Vec<Self>) -> Vec<Evidence> {
        let proof = |row: Self| Evidence {
            command: row.command,
            exit_code: row.exit,
            digest: Fingerprint(row.digest),
            clip: row.clip,
        };
        rows.into_iter().map(proof).collect()
    }
}

impl TaskRow {
    pub fn write(task: &Task) -> Self {
        Self {
            uid: task.uid.to_string(),
            number: task.number.0,
            key: task.key.as_str().to_owned(),
            order: task.order,
            brief: BriefRow::write(&task.brief),
            after: numbers(&task.after),
            state: StateRow::write(&task.state),
        }
    }

    pub fn read(self) -> Result<Task, StoreError> {
        Ok(Task {
            uid: read_uid(&self.uid)?,
            number: TaskNumber(self.number),
            key: TaskKey::new(&self.key)?,
            order: self.order,
            brief: self.brief.read()?,
            after: self.after.into_iter().map(TaskNumber).collect(),
            state: self.state.read()?,
        })
    }
}

impl BriefRow {
    pub fn write(brief: &Brief) -> Self {
        Self {
            title: brief.title.clone(),
            body: brief.body.clone(),
            kind: brief.kind.map(|kind| kind.word().to_owned()),
            agent: brief.agent.as_ref().map(ToString::to_string),
            lists: Lists::of(brief),
            filed: brief.filed.as_ref().map(|filed| filed.0.clone()),
        }
    }

    pub fn read(self) -> Result<Brief, StoreError> {
        Ok(Brief {
            title: self.title,
            body: self.body,
            kind: self.kind.as_deref().map(read_kind).transpose()?,
            agent: self.agent.as_deref().map(AgentName::new).transpose()?,
            paths: self.lists.task_paths(),
            checklist: self.lists.checklist,
            hints: self.lists.hints,
            acceptance: self.lists.acceptance,
            filed: self.filed.map(Fingerprint),
        })
    }
}

impl Lists {
    fn of(brief: &Brief) -> Self {
        Self {
            checklist: brief.checklist.clone(),
            hints: brief.hints.clone(),
            paths: brief.paths.iter().map(ToString::to_string).collect(),
            acceptance: brief.acceptance.clone(),
        }
    }

    pub fn task_paths(&self) -> Vec<TaskPath> {
        self.paths.iter().map(|path| TaskPath::read(path)).collect()
    }
}

impl StateRow {
    pub fn write(state: &TaskState) -> Self {
        match state {
            TaskState::Todo => Self::Todo,
            TaskState::Doing(claim) => Self::Doing {
                agent: claim.agent.to_string(),
                since: claim.since.as_millis(),
                until: claim.until.as_millis(),
                fence: claim.fence.0,
            },
            TaskState::Done(outcome) => Self::Done {
                by: outcome.by.to_string(),
                at: outcome.at.as_millis(),
                note: outcome.note.clone(),
                files: outcome.files.clone(),
                started: outcome.started.map(Timestamp::as_millis),
                evidence: EvidenceRow::write(&outcome.evidence),
                claim: outcome.claim.map(|fence| fence.0),
            },
            TaskState::Failed(failure) => Self::Failed {
                by: failure.by.to_string(),
                at: failure.at.as_millis(),
                error: failure.error.clone(),
                files: failure.files.clone(),
                started: failure.started.map(Timestamp::as_millis),
                evidence: EvidenceRow::write(&failure.evidence),
            },
            TaskState::Dropped(dropped) => Self::Dropped {
                by: dropped.by.to_string(),
                at: dropped.at.as_millis(),
                skipped: dropped.how == DroppedAs::Skipped,
                reason: dropped.reason.clone(),
            },
        }
    }

    pub fn read(self) -> Result<TaskState, StoreError> {
        Ok(match self {
            Self::Todo => TaskState::Todo,
            Self::Doing {
                agent,
                since,
                until,
                fence,
            } => TaskState::Doing(Claim {
                agent: AgentName::new(&agent)?,
                since: Timestamp::from_millis(since),
                until: Timestamp::from_millis(until),
                fence: Fence(fence),
            }),
            Self::Done {
                by,
                at,
                note,
                files,
                started,
                evidence,
                claim,
            } => TaskState::Done(Outcome {
                by: AgentName::new(&by)?,
                at: Timestamp::from_millis(at),
                started: started.map(Timestamp::from_millis),
                note,
                files,
                evidence: EvidenceRow::read(evidence),
                claim: claim.map(Fence),
            }),
            Self::Failed {
                by,
                at,
                error,
                files,
                started,
                evidence,
            } => TaskState::Failed(Failure {
                by: AgentName::new(&by)?,
                at: Timestamp::from_millis(at),
                started: started.map(Timestamp::from_millis),
                error,
                files,
                evidence: EvidenceRow::read(evidence),
            }),
            Self::Dropped {
                by,
                at,
                skipped,
                reason,
            } => TaskState::Dropped(Dropped {
                by: AgentName::new(&by)?,
                at: Timestamp::from_millis(at),
                how: if skipped {
                    DroppedAs::Skipped
                } else {
                    DroppedAs::Cancelled
                },
                reason,
            }),
        })
    }
}

pub(crate) fn write_lists(brief: &Brief) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&Lists::of(brief))?)
}

pub(crate) fn read_lists(text: &str) -> Result<Lists, StoreError> {
    Ok(serde_json::from_str(text)?)
}

/// The particulars of a state; nothing for a task that is simply to do.
pub(crate) fn write_result(state: &TaskState) -> Result<Option<String>, StoreError> {
    match state {
        TaskState::Todo => Ok(None),
        other => Ok(Some(serde_json::to_string(&StateRow::write(other))?)),
    }
}

pub(crate) fn read_result(text: Option<&str>) -> Result<TaskState, StoreError> {
    match text {
        None => Ok(TaskState::Todo),
        Some(text) => serde_json::from_str::<StateRow>(text)?.read(),
    }
}

pub(super) fn numbers(numbers: &[TaskNumber]) -> Vec<u32> {
    numbers.iter().map(|number| number.0).collect()
}

pub(super) fn read_uid(text: &str) -> Result<Uid, StoreError> {
    Uid::parse(text).ok_or_else(|| StoreError::corrupt(format!("`{text}` is not an id")))
}

pub(crate) fn read_kind(word: &str) -> Result<Kind, StoreError> {
    Kind::from_word(word).ok_or_else(|| StoreError::corrupt(format!("`{word}` is not a kind of task")))
}
