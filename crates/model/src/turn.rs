//! One step of the inner loop: context, proposal, approval, execution, report.

use std::fmt;

use crate::agent::AgentName;
use crate::id::{Fence, SessionId, ThreadId};
use crate::key::TaskKey;
use crate::limits;
use crate::time::Timestamp;

/// What is known of a turn before and after its proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub id: TurnId,
    /// The turn that it goes on from.
    pub parent: Option<TurnId>,
    /// The turn that handed control over, and gets it back.
    pub caller: Option<TurnId>,
    pub agent: AgentName,
    pub created_at: Timestamp,
    /// What the session's turns advance.
    pub task: Option<TaskLink>,
    /// Its file changes were taken back.
    pub undone_at: Option<Timestamp>,
}

/// A task of a plan, seen from outside of its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskLink {
    pub session: SessionId,
    pub thread: ThreadId,
    pub key: TaskKey,
    /// Who took it, and finishes it.
    pub agent: AgentName,
    /// Of the claim that it was taken with: the same task may be worked on again later. Older turns did not keep it.
    pub fence: Option<Fence>,
}

/// The name of a turn within its session: its number, and whatever a branch adds to it (`02`, `02-branch-01`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId {
    number: u32,
    name: String,
}

impl TurnId {
    pub const FIRST: u32 = 1;

    /// `None` for a name that is no turn's: it must begin with at least two digits.
    pub fn parse(name: &str) -> Option<Self> {
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_turn = (2..=6).contains(&digits)
            && name.len() <= limits::NAME_CHARS
            && name[digits..].chars().all(is_plain)
            && !name[digits..].starts_with('.');
        let number = is_turn.then(|| name[..digits].parse().ok()).flatten()?;
        Some(Self {
            number,
            name: name.to_owned(),
        })
    }

    pub fn first() -> Self {
        Self::numbered(Self::FIRST, "")
    }

    /// The turn after this one. What a branch added to the name stays.
    pub fn next(&self) -> Self {
        Self::numbered(self.number + 1, self.branch())
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    /// What follows the number; empty for the main line.
    pub fn branch(&self) -> &str {
        self.name.trim_start_matches(|c: char| c.is_ascii_digit())
    }

    pub fn as_str(&self) -> &str {
        &self.name
    }

    fn numbered(number: u32, branch: &str) -> Self {
        Self {
            number,
            name: format!("{number:02}{branch}"),
        }
    }
}

impl fmt::Display for TurnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_begins_with_its_number() {
        for (name, number, branch) in [("01", 1, ""), ("120", 120, ""), ("02-branch-01", 2, "-branch-01")] {
            let id = TurnId::parse(name).unwrap();
            assert_eq!((id.number(), id.branch(), id.as_str()), (number, branch, name));
        }
        for name in ["", "1", "a1", "session.context", "01/x", "01 x", "01.tmp", "1234567"] {
            assert_eq!(TurnId::parse(name), None, "{name}");
        }
    }

    #[test]
    fn the_next_turn_stays_on_its_branch() {
        let next = |name: &str| TurnId::parse(name).unwrap().next().to_string();
        assert_eq!(next("09"), "10");
        assert_eq!(next("99"), "100");
        assert_eq!(next("02-branch-01"), "03-branch-01");
    }
}
