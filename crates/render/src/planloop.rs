//! planloop's answers: JSON for agents and styled text for people. Each ends in one line break.

mod change;
mod cut;
mod error;
mod now;
mod sessions;
mod signal;
mod status;
mod status_text;
mod task;
mod warning;

use model::SignalId;
use serde_json::Value;

#[cfg(test)]
mod testing;

pub use change::{start_json, suggest_json, update_json};
pub use error::{INVALID_PAYLOAD, engine_error, error_json};
pub use sessions::{sessions_json, sessions_text};
pub use signal::alert_json;
pub use status::status_json;
pub use status_text::status_text;

/// The call that tells an agent what to do next.
const STATUS_COMMAND: &str = "planloop status --json";
const FULL_COMMAND: &str = "planloop status --json --full";
const UPDATE_COMMAND: &str = "planloop update";

fn clear_command(signal: &SignalId) -> String {
    format!("planloop alert --close --id {signal}")
}

/// Leaves out the fields that are null, except for those that are `always` there.
fn sparse(mut object: Value, always: &[&str]) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|name, value| !value.is_null() || always.contains(&name.as_str()));
    }
    object
}

/// `None` becomes null, which [`sparse`] leaves out.
fn unless_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}
