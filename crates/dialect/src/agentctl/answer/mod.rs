//! agentctl's answers: values in, JSON for agents and styled text for people out. Each ends in one line break.

mod check;
mod clear;
mod commit;
mod context;
mod dir;
mod json;
mod prompt;
mod refusal;
pub(crate) mod reject;
mod remove;
mod status;
mod topic;
mod trouble;

pub use check::{CheckedThread, check_json, check_text};
pub use clear::{ClearView, clear_json, clear_text};
pub use commit::{Commitment, CommittedThread, commit_json, commit_text};
pub use context::{ContextView, context_env, context_json, context_text, plan_dirs};
pub use dir::{DirView, dir_json, dir_text};
pub use prompt::prompt_json;
pub use refusal::{obstacle, refused};
pub use reject::{PLAN_VALIDATION_FAILED, rejected_json, rejected_text};
pub use remove::{remove_json, remove_text};
pub use status::{OnDisk, StatusView, ThreadStatus, status_json, status_text};
pub use topic::{TopicView, read_topic, topic_json, topic_text};
pub use trouble::{CURRENT_THREAD, INVALID_TOPIC, UNKNOWN_THREAD, current_thread, read_thread_id, unknown_thread};

/// Looks up the text behind a path of a diagnostic.
pub type SourceOf<'a> = &'a dyn Fn(&str) -> Option<String>;

/// `1 task`, `2 tasks`
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
