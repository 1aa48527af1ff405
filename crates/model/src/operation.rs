//! One entry of the log: who did what when, as events.

use std::fmt;

use crate::agent::AgentName;
use crate::event::Event;
use crate::id::Uid;
use crate::time::Timestamp;

/// Counts a session's operations; the first one makes it 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpVersion(pub u64);

impl OpVersion {
    pub const ZERO: Self = Self(0);

    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for OpVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    pub uid: Uid,
    pub version: OpVersion,
    pub author: AgentName,
    pub at: Timestamp,
    /// The user's verb, such as `update` or `undo`.
    pub verb: String,
    pub events: Vec<Event>,
}
