//! Signals.

use model::{AgentName, Level, Signal, SignalId, SignalState, TaskNumber, Timestamp};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignalRow {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    task: Option<u32>,
    level: String,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    open: bool,
    by: String,
    at: i64,
}

impl SignalRow {
    pub fn write(signal: &Signal) -> Self {
        let (SignalState::Open { by, at } | SignalState::Closed { by, at }) = &signal.state;
        Self {
            id: signal.id.to_string(),
            task: signal.task.map(|number| number.0),
            level: signal.level.word().to_owned(),
            message: signal.message.clone(),
            link: signal.link.clone(),
            open: signal.is_open(),
            by: by.to_string(),
            at: at.as_millis(),
        }
    }

    pub fn read(self) -> Result<Signal, StoreError> {
        let (by, at) = (AgentName::new(&self.by)?, Timestamp::from_millis(self.at));
        let level = Level::from_word(&self.level)
            .ok_or_else(|| StoreError::corrupt(format!("`{}` is not a signal level", self.level)))?;
        Ok(Signal {
            id: SignalId::new(&self.id)?,
            task: self.task.map(TaskNumber),
            level,
            message: self.message,
            link: self.link,
            state: if self.open {
                SignalState::Open { by, at }
            } else {
                SignalState::Closed { by, at }
            },
        })
    }
}

pub(crate) fn write_signal(signal: &Signal) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&SignalRow::write(signal))?)
}

pub(crate) fn read_signal(text: &str) -> Result<Signal, StoreError> {
    serde_json::from_str::<SignalRow>(text)?.read()
}
