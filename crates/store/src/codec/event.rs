//! Events, as the log keeps them for good.

use model::{
    AgentName, Brief, Consultation, Cost, Event, OpVersion, Plan, Purpose, Role, Session, SessionId, Signal, SignalId,
    Summary, Task, TaskNumber, TaskState, Thread, ThreadId, Timestamp, Uid,
};
use serde::{Deserialize, Serialize};

use super::stored;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventRow {
    Consulted(#[serde(with = "stored")] Consultation),
    SessionOpened(#[serde(with = "SessionRow")] Session),
    SummarySet {
        #[serde(with = "stored")]
        old: Option<Summary>,
        #[serde(with = "stored")]
        new: Option<Summary>,
    },
    ThreadOpened(#[serde(with = "stored")] Thread),
    ThreadClosed(#[serde(with = "stored")] Thread),
    TopicSet {
        #[serde(with = "stored")]
        thread: ThreadId,
        old: Option<String>,
        new: Option<String>,
    },
    FolderSet {
        #[serde(with = "stored")]
        thread: ThreadId,
        old: Option<String>,
        new: Option<String>,
    },
    PlanAdopted {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        old: Option<Plan>,
        #[serde(with = "stored")]
        new: Option<Plan>,
    },
    TaskAdded {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        task: Task,
    },
    TaskRemoved {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        task: Task,
    },
    TaskEdited {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        number: TaskNumber,
        #[serde(with = "stored")]
        old: Brief,
        #[serde(with = "stored")]
        new: Brief,
    },
    TaskReordered {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        number: TaskNumber,
        old: u32,
        new: u32,
    },
    DependenciesSet {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        number: TaskNumber,
        #[serde(with = "stored")]
        old: Vec<TaskNumber>,
        #[serde(with = "stored")]
        new: Vec<TaskNumber>,
    },
    TaskMoved {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        number: TaskNumber,
        #[serde(with = "stored")]
        old: TaskState,
        #[serde(with = "stored")]
        new: TaskState,
    },
    SignalSet {
        #[serde(with = "stored")]
        thread: ThreadId,
        #[serde(with = "stored")]
        id: SignalId,
        #[serde(with = "stored")]
        old: Option<Signal>,
        #[serde(with = "stored")]
        new: Option<Signal>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Consultation", deny_unknown_fields)]
pub(super) struct ConsultationRow {
    #[serde(with = "stored")]
    purpose: Purpose,
    planner: String,
    outcome: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_tokens: Option<u64>,
    #[serde(
        rename = "cost_micros",
        default,
        skip_serializing_if = "Option::is_none",
        with = "stored"
    )]
    cost: Option<Cost>,
}

/// What the later events of a session say is not in the first one.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Session", deny_unknown_fields)]
struct SessionRow {
    #[serde(with = "stored")]
    id: SessionId,
    #[serde(with = "stored")]
    uid: Uid,
    goal: Option<String>,
    #[serde(rename = "at", with = "stored")]
    opened_at: Timestamp,
    #[serde(rename = "by", with = "stored")]
    opened_by: AgentName,
    #[serde(skip, default = "no_operation")]
    version: OpVersion,
    #[serde(skip, default = "first_thread")]
    next_thread: ThreadId,
    #[serde(skip)]
    summary: Option<Summary>,
}

fn no_operation() -> OpVersion {
    OpVersion::ZERO
}

fn first_thread() -> ThreadId {
    ThreadId::PRIMARY
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Summary", deny_unknown_fields)]
pub(super) struct SummaryRow {
    text: String,
    #[serde(with = "stored")]
    by: AgentName,
    #[serde(with = "stored")]
    at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Thread", deny_unknown_fields)]
pub(super) struct ThreadRow {
    #[serde(rename = "number", with = "stored")]
    id: ThreadId,
    #[serde(with = "stored")]
    uid: Uid,
    #[serde(rename = "primary", with = "stored")]
    role: Role,
    topic: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
}
