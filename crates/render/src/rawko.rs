//! rawko's answers: JSON for programs and styled text for people.

pub mod commands;
mod diff;
mod event;
mod files;
mod machine;
mod plan;
mod refusal;
mod step;

pub use diff::{diff_json, diff_text, replan_json, replan_text};
pub use event::{event_json, event_text};
pub use files::{
    discard_json, discard_text, import_json, import_text, imported_note, instead_of_import, plan_file_warning,
    plan_file_warnings, ways_out, with_plan_file_warnings,
};
pub use machine::{machine_mermaid, machine_mermaid_json, machine_xstate};
pub use plan::{
    archive_json, archive_text, create_json, create_text, gc_json, gc_text, history_json, history_text, list_json,
    list_text, show_json, show_text,
};
pub use refusal::{invalid, invalid_json, invalid_text, refusal};
pub use step::{arbiter_json, choice_json, choice_text, next_json, next_text, step_json, step_text};
