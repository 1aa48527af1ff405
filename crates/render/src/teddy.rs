//! TeDDy's answers: JSON for programs and styled text for people.

mod execute;
mod session;

use serde_json::Value;

pub use execute::{Replanned, execute_json, execute_text, execute_warnings, target, undo_turn_json, undo_turn_text};
pub use session::{
    Named, agents_json, agents_text, config_warnings, context_json, context_text, handed_json, handed_text, new_hint,
    new_json, new_text, not_remembered, over_json, over_text, planned_json, planned_text, preprocess_json,
    preprocess_text, prompt_json, prompt_warnings,
};

/// Leaves out the fields of an object that have no value.
fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}
