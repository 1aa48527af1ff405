//! Tasks, their briefs and their states.

use model::{
    AgentName, Brief, Claim, Dropped, DroppedAs, Evidence, Failure, Fence, Fingerprint, Kind, Outcome, Task, TaskKey,
    TaskNumber, TaskPath, TaskState, Timestamp, Uid,
};
use serde::{Deserialize, Serialize};

use super::stored;
use crate::error::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Task", deny_unknown_fields)]
pub(super) struct TaskRow {
    #[serde(with = "stored")]
    uid: Uid,
    #[serde(with = "stored")]
    number: TaskNumber,
    #[serde(with = "stored")]
    key: TaskKey,
    order: u32,
    #[serde(with = "stored")]
    brief: Brief,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored")]
    after: Vec<TaskNumber>,
    #[serde(with = "stored")]
    state: TaskState,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Brief", deny_unknown_fields)]
pub(super) struct BriefRow {
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    body: String,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    kind: Option<Kind>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    agent: Option<AgentName>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checklist: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
    /// In their written form, with a `+` before what the task creates.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored")]
    paths: Vec<TaskPath>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acceptance: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    filed: Option<Fingerprint>,
}

/// The lists of a brief, which live together in one column.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Brief")]
struct Lists {
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    body: String,
    #[serde(skip)]
    kind: Option<Kind>,
    #[serde(skip)]
    agent: Option<AgentName>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checklist: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored")]
    paths: Vec<TaskPath>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acceptance: Vec<String>,
    #[serde(skip)]
    filed: Option<Fingerprint>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TaskState", tag = "is", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum StateRow {
    Todo,
    Doing(#[serde(with = "ClaimRow")] Claim),
    Done(#[serde(with = "OutcomeRow")] Outcome),
    Failed(#[serde(with = "FailureRow")] Failure),
    Dropped(#[serde(with = "DroppedRow")] Dropped),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Claim", deny_unknown_fields)]
struct ClaimRow {
    #[serde(with = "stored")]
    agent: AgentName,
    #[serde(with = "stored")]
    since: Timestamp,
    #[serde(with = "stored")]
    until: Timestamp,
    #[serde(with = "stored")]
    fence: Fence,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome", deny_unknown_fields)]
struct OutcomeRow {
    #[serde(with = "stored")]
    by: AgentName,
    #[serde(with = "stored")]
    at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    started: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored")]
    evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    claim: Option<Fence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    report: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Failure", deny_unknown_fields)]
struct FailureRow {
    #[serde(with = "stored")]
    by: AgentName,
    #[serde(with = "stored")]
    at: Timestamp,
    error: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    started: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored")]
    evidence: Vec<Evidence>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Dropped", deny_unknown_fields)]
struct DroppedRow {
    #[serde(with = "stored")]
    by: AgentName,
    #[serde(with = "stored")]
    at: Timestamp,
    #[serde(rename = "skipped", with = "stored")]
    how: DroppedAs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Evidence", deny_unknown_fields)]
pub(super) struct EvidenceRow {
    command: String,
    #[serde(rename = "exit", default, skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    #[serde(with = "stored")]
    digest: Fingerprint,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    clip: String,
}

pub(crate) fn write_lists(brief: &Brief) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Column<'a>(#[serde(serialize_with = "Lists::serialize")] &'a Brief);
    Ok(serde_json::to_string(&Column(brief))?)
}

/// A brief that holds only the lists.
pub(crate) fn read_lists(text: &str) -> Result<Brief, StoreError> {
    #[derive(Deserialize)]
    struct Column(#[serde(deserialize_with = "Lists::deserialize")] Brief);
    Ok(serde_json::from_str::<Column>(text)?.0)
}

/// The particulars of a state; nothing for a task that is simply to do.
pub(crate) fn write_result(state: &TaskState) -> Result<Option<String>, StoreError> {
    match state {
        TaskState::Todo => Ok(None),
        other => stored::write(other).map(Some),
    }
}

pub(crate) fn read_result(text: Option<&str>) -> Result<TaskState, StoreError> {
    text.map_or(Ok(TaskState::Todo), stored::read)
}
