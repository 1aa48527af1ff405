//! One entry of the log: who did what when, as events.

use std::borrow::Cow;
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
    pub verb: OperationVerb,
    pub events: Vec<Event>,
}

/// What an operation did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationVerb {
    /// A driver began or ended steps of a plan.
    Run,
    /// Reverses an operation.
    Undo(OpVersion),
    /// Reopens a task, because the turn that had finished it was undone.
    UndoTurn,
    /// A command of the user, such as `update`.
    Command(Cow<'static, str>),
}

const RUN: &str = "run";
const UNDO: &str = "undo ";
const UNDO_TURN: &str = "undo turn";

impl OperationVerb {
    /// The inverse of [`fmt::Display`]. The log stores these spellings, so they never change.
    pub fn read(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let version = text.strip_prefix(UNDO).and_then(|version| version.parse().ok());
        match (version, &*text) {
            (Some(version), _) => Self::Undo(OpVersion(version)),
            (None, RUN) => Self::Run,
            (None, UNDO_TURN) => Self::UndoTurn,
            (None, _) => Self::Command(text),
        }
    }
}

impl From<&'static str> for OperationVerb {
    fn from(text: &'static str) -> Self {
        Self::read(text)
    }
}

impl fmt::Display for OperationVerb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run => f.write_str(RUN),
            Self::Undo(version) => write!(f, "{UNDO}{version}"),
            Self::UndoTurn => f.write_str(UNDO_TURN),
            Self::Command(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_verbs_are_read_and_written_unchanged() {
        for (text, verb) in [
            ("run", OperationVerb::Run),
            ("undo 12", OperationVerb::Undo(OpVersion(12))),
            ("undo turn", OperationVerb::UndoTurn),
            ("undo", OperationVerb::Command("undo".into())),
            ("plan import", OperationVerb::Command("plan import".into())),
        ] {
            assert_eq!(OperationVerb::read(text), verb);
            assert_eq!(verb.to_string(), text);
        }
    }
}
