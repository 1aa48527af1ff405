//! The answers of `agentctl`: JSON for agents and styled text for people.

mod commit;
mod refusal;
mod status;
mod thread;
mod trouble;

pub use commit::{check_json, check_text, commit_json, commit_text, rejected_json, rejected_text};
pub use refusal::refused;
pub use status::{status_json, status_text};
pub use thread::{
    PlanningContext, clear_json, clear_text, context_env, context_json, context_text, dir_json, dir_text, prompt_json,
    remove_json, remove_text, topic_json, topic_text,
};
pub use trouble::{CURRENT_THREAD, INVALID_TOPIC, UNKNOWN_THREAD, current_thread, invalid_topic, unknown_thread};
