//! rawko's answers: values in, JSON for machines and styled text for people out. Each ends in one line break.

mod arbiter;
mod archive;
mod brief;
pub mod commands;
mod create;
mod diff;
mod history;
mod list;
mod machine;
mod next;
mod refusal;
mod replan;
mod show;
mod step;
mod steps;
mod warnings;

#[cfg(test)]
mod answer_tests;

pub use arbiter::{Choice, ChoiceView, arbiter_json, choice_json, choice_text};
pub use archive::{ArchiveView, GcView, archive_json, archive_text, gc_json, gc_text};
pub use brief::PlanSummary;
pub use create::{CreateView, create_json, create_text};
pub use diff::{diff_json, diff_text};
pub use history::{FailedStep, HistoryEntry, history_json, history_text};
pub use list::{list_json, list_text};
pub use machine::machine_mermaid_json;
pub use next::{next_json, next_text};
pub use refusal::{Indexes, invalid, invalid_json, invalid_text, reasons, refusal};
pub use replan::{ReplanView, replan_json, replan_text};
pub use show::{ShowView, show_json, show_text};
pub use step::{StepView, step_json, step_text};
pub use warnings::{StrangePlan, refused_file, warnings};
