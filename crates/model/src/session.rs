//! A session pursues one goal.

use crate::agent::AgentName;
use crate::id::{SessionId, ThreadId, Uid};
use crate::operation::OpVersion;
use crate::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub uid: Uid,
    pub goal: Option<String>,
    pub opened_at: Timestamp,
    pub opened_by: AgentName,
    /// How many operations it has seen.
    pub version: OpVersion,
    /// The id that the next new thread gets; ids are not reused.
    pub next_thread: ThreadId,
    /// The closing words. Present exactly while the session is closed.
    pub summary: Option<Summary>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub text: String,
    pub by: AgentName,
    pub at: Timestamp,
}
