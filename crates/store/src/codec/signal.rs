//! Signals.

use model::{AgentName, Level, Signal, SignalId, SignalState, TaskNumber, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stored;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Signal", deny_unknown_fields)]
pub(super) struct SignalRow {
    #[serde(with = "stored")]
    id: SignalId,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    task: Option<TaskNumber>,
    #[serde(with = "stored")]
    level: Level,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(flatten, with = "StateRow")]
    state: SignalState,
}

#[derive(Serialize, Deserialize)]
struct StateRow {
    open: bool,
    #[serde(with = "stored")]
    by: AgentName,
    #[serde(with = "stored")]
    at: Timestamp,
}

impl StateRow {
    fn serialize<S: Serializer>(state: &SignalState, to: S) -> Result<S::Ok, S::Error> {
        let (open, by, at) = match state {
            SignalState::Open { by, at } => (true, by.clone(), *at),
            SignalState::Closed { by, at } => (false, by.clone(), *at),
        };
        Serialize::serialize(&Self { open, by, at }, to)
    }

    fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<SignalState, D::Error> {
        let Self { open, by, at } = Deserialize::deserialize(from)?;
        Ok(match open {
            true => SignalState::Open { by, at },
            false => SignalState::Closed { by, at },
        })
    }
}
