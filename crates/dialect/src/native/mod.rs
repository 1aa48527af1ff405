//! The native door's answers: values in, JSON for machines and styled text for people out.
//!
//! Every rendering is complete and ends in one line break. Text carries ANSI styles, which the door strips where they
//! are not wanted, and it never lets a character through that would hide or rearrange other text.

mod added_key;
mod brief;
mod changed;
pub(crate) mod command;
mod doctor;
mod dot;
mod error;
mod event;
pub(crate) mod evidence;
mod export;
pub(crate) mod fault;
pub(crate) mod faults;
mod format;
mod graph;
mod interruption;
pub(crate) mod json;
mod lanes;
mod layout;
mod list;
mod log;
pub(crate) mod mark;
mod mermaid;
mod next;
mod now;
pub mod numbers;
pub(crate) mod page;
mod plan;
mod planner;
pub(crate) mod progress;
mod prompts;
mod redaction;
mod refusal;
mod rules;
mod run;
mod sentence;
mod sheet;
mod show;
mod signal;
mod state;
mod status;
pub mod style;
pub(crate) mod table;
mod task;
pub(crate) mod time;
mod titles;
mod undo;
mod usage;
pub mod verbs;
pub mod visible;
pub mod width;
pub(crate) mod wrap;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
pub(crate) mod testing;

pub use changed::{ChangedView, changed_json, changed_text};
pub use command::command_block;
pub use doctor::{Finding, Health, doctor_json, doctor_text, finding_json, finding_text};
pub use dot::graph_dot;
pub use error::{Trouble, error_json, error_text, warning_text};
pub use export::{ExportView, export_json, export_text};
pub use faults::{faults_github, faults_json, faults_text};
pub use format::{FormatView, format_json, format_text};
pub use graph::{graph_json, graph_text, rails};
pub use interruption::{InterruptionView, UnknownOutcomeView, interruption_text, recovered_text, with_interruption};
pub use lanes::{Lane, lanes};
pub use layout::{Place, Row as GraphRow, arrange};
pub use list::{list_json, list_text, who};
pub use log::{log_json, log_text};
pub use mark::Mark;
pub use mermaid::graph_mermaid;
pub use next::{NextView, next_json, next_text};
pub use now::message as now_message;
pub use plan::PlanView;
pub use planner::{PlannerTestView, PlannerView, planner_json, planner_test_json, planner_test_text, planner_text};
pub use progress::full_cells;
pub use prompts::{PromptView, holes_text, prompts_json, prompts_text};
pub use redaction::{redaction_text, with_redaction};
pub use refusal::refusal;
pub use rules::{rule_text, rules_json, rules_page, rules_text};
pub use run::{
    RunBusy, RunFate, RunFiles, RunLine, RunStep, RunSummary, RunWord, run_line_json, run_line_text, run_question_text,
    run_refused_json, run_status, run_summary_json, run_summary_text,
};
pub use sentence::sentence;
pub use sheet::state_sentence;
pub use show::{ShowView, show_json, show_text};
pub use signal::{SignalView, signal_json, signal_text, signals_json, signals_text};
pub use status::{StatusView, status_json, status_text};
pub use task::TaskView;
pub use time::{ago, left};
pub use titles::Titles;
pub use undo::{UndoView, undo_json, undo_text};
pub use usage::{UsageView, usage_json, usage_text};
