//! The answer of `planloop start`.

use model::Session;
use serde::Serialize;

use super::STATUS_COMMAND;
use super::json::pretty;
use crate::address::Address;

#[derive(Serialize)]
struct StartShape<'a> {
    status: &'static str,
    session_id: &'a str,
    message: &'static str,
    next_command: String,
    version: u64,
    /// Only where a planner was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    decomposition: Option<DecompositionShape<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DecompositionShape<'a> {
    Planned { planned_tasks: usize, rounds: u32 },
    Left { left_to_agent: &'a str },
}

/// What a planner made of the goal.
#[derive(Debug, Clone, Copy)]
pub enum Decomposition<'a> {
    Planned {
        tasks: usize,
        rounds: u32,
    },
    /// The agent has to do it; why.
    Left(&'a str),
}

impl<'a> From<Decomposition<'a>> for DecompositionShape<'a> {
    fn from(made: Decomposition<'a>) -> Self {
        match made {
            Decomposition::Planned { tasks, rounds } => Self::Planned {
                planned_tasks: tasks,
                rounds,
            },
            Decomposition::Left(why) => Self::Left { left_to_agent: why },
        }
    }
}

pub fn started(address: &Address<'_>, session: &Session, decomposition: Option<Decomposition<'_>>) -> String {
    pretty(&StartShape {
        status: "session_created",
        session_id: session.id.as_str(),
        message: "Session created. Agent can now begin work.",
        next_command: address.on(STATUS_COMMAND),
        version: session.version.0,
        decomposition: decomposition.map(Into::into),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::planloop::answer::testing;

    #[test]
    fn says_how_to_go_on() {
        let answer: Value = serde_json::from_str(&started(&Address::NONE, &testing::session(), None)).unwrap();
        let expected = json!({
            "status": "session_created",
            "session_id": "user-auth-1",
            "message": "Session created. Agent can now begin work.",
            "next_command": "planloop status --json",
            "version": 17,
        });
        assert_eq!(answer, expected);
    }
}
