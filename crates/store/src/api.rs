//! What every store can do. Reading and writing happen inside a transaction; one that is dropped leaves no trace.

use std::collections::BTreeMap;

use model::{
    AgentName, Counts, Event, Later, Needs, OpVersion, Operation, OperationVerb, Outlook, Plan, Session, SessionId,
    Standing, State, Subject, Task, TaskNumber, TaskRef, Thread, ThreadId, Timestamp, Uid,
};

use crate::error::StoreError;

type Result<T> = std::result::Result<T, StoreError>;

pub trait Store {
    /// A consistent view. Other processes may write meanwhile; this view does not see it.
    fn read(&mut self) -> Result<Box<dyn Read + '_>>;

    /// The only writer, until it is committed or dropped.
    fn write(&mut self) -> Result<Box<dyn Write + '_>>;
}

pub trait Read {
    fn current(&self) -> Result<Option<SessionId>>;

    /// All sessions, the newest first.
    fn sessions(&self) -> Result<Vec<SessionLine>>;

    fn session(&self, id: &SessionId) -> Result<Option<Session>>;

    fn threads(&self, session: &SessionId) -> Result<Vec<(Thread, Option<Plan>, Counts)>>;

    /// The few facts that answer *what now?*; `None` if there is no such session or thread.
    fn outlook(
        &self,
        session: &SessionId,
        thread: ThreadId,
        asker: &AgentName,
        at: Timestamp,
    ) -> Result<Option<Outlook>>;

    /// The part of the state that a decision needs; an empty state if there is no such session.
    fn load(&self, session: &SessionId, needs: &Needs) -> Result<State>;

    fn tasks(&self, session: &SessionId, thread: ThreadId, query: &TaskQuery) -> Result<Vec<Task>>;

    fn find(&self, session: &SessionId, thread: ThreadId, name: &TaskRef) -> Result<Option<Task>>;

    /// For each task that waits for something, what it still waits for.
    fn unmet(
        &self,
        session: &SessionId,
        thread: ThreadId,
        tasks: &[Task],
    ) -> Result<BTreeMap<TaskNumber, Vec<TaskNumber>>>;

    /// Operations in the order that they happened, or the reverse.
    fn operations(&self, session: &SessionId, query: &LogQuery) -> Result<Vec<Operation>>;

    /// The operations after `version` that changed one of the subjects, or leaned on it.
    fn later(&self, session: &SessionId, version: OpVersion, subjects: &[Subject]) -> Result<Vec<Later>>;

    /// The tasks that were changed, added or removed after `version`.
    fn changed_since(&self, session: &SessionId, thread: ThreadId, version: OpVersion) -> Result<Vec<TaskNumber>>;

    /// The started or finished tasks that wait for `number`.
    fn started_dependents(&self, session: &SessionId, thread: ThreadId, number: TaskNumber) -> Result<Vec<TaskNumber>>;
}

pub trait Write: Read {
    /// Adds one entry to the session's log and applies it. Its version is the session's next one.
    fn append(&mut self, session: &SessionId, operation: NewOperation) -> Result<OpVersion>;

    fn set_current(&mut self, session: &SessionId) -> Result<()>;

    fn as_read(&self) -> &dyn Read;

    /// Everything since the transaction began becomes durable, at once.
    fn commit(self: Box<Self>) -> Result<()>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionLine {
    pub session: Session,
    /// Of the primary thread.
    pub counts: Counts,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOperation {
    pub uid: Uid,
    pub author: AgentName,
    pub at: Timestamp,
    pub verb: OperationVerb,
    pub events: Vec<Event>,
}

/// Tasks by number, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskQuery {
    pub from: TaskNumber,
    pub limit: usize,
    /// Only tasks that stand so; any if empty.
    pub standings: Vec<Standing>,
}

impl TaskQuery {
    pub fn all() -> Self {
        Self {
            from: TaskNumber(0),
            limit: usize::MAX,
            standings: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogQuery {
    pub after: OpVersion,
    pub limit: usize,
    pub newest_first: bool,
    /// Only operations that changed this.
    pub subject: Option<Subject>,
}

impl LogQuery {
    pub fn all() -> Self {
        Self {
            after: OpVersion::ZERO,
            limit: usize::MAX,
            newest_first: false,
            subject: None,
        }
    }

    pub fn one(version: OpVersion) -> Self {
        Self {
            after: OpVersion(version.0.saturating_sub(1)),
            limit: 1,
            ..Self::all()
        }
    }
}
