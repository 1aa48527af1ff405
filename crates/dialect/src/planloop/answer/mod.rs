//! planloop's answers: values in, JSON for agents and styled text for people out. Each ends in one line break.

mod alert;
mod cut;
mod error;
mod json;
mod now;
mod refusal;
mod session;
mod sessions;
mod signal;
mod start;
mod status;
mod status_text;
mod suggest;
mod task;
mod time;
mod update;

use model::SignalId;

#[cfg(test)]
mod testing;

pub use alert::alerted;
pub use error::{
    ErrorAnswer, INVALID_PAYLOAD, NO_SESSION, PLAN_NOT_COMPLETE, PLAN_VALIDATION_FAILED, TASK_NOT_READY, TASK_TAKEN,
    UNKNOWN_SESSION, UNKNOWN_SIGNAL, UNKNOWN_TASK, VERSION_CONFLICT, error, invalid, rejected,
};
pub use refusal::refusal;
pub use sessions::{sessions, sessions_text};
pub use start::{Decomposition, started};
pub use status::{Detail, StatusView, cursor, read_cursor, status};
pub use status_text::status_text;
pub use suggest::{SuggestView, suggested};
pub use update::{UpdateView, updated};

/// The call that tells an agent what to do next.
const STATUS_COMMAND: &str = "planloop status --json";
const UPDATE_COMMAND: &str = "planloop update";

fn clear_command(signal: &SignalId) -> String {
    format!("planloop alert --close --id {signal}")
}
