//! The answers of `planwright`: JSON for programs and styled text for people.

mod changed;
mod doctor;
mod dot;
mod event;
pub(crate) mod evidence;
pub(crate) mod faults;
mod files;
mod graph;
mod interruption;
mod lanes;
mod layout;
mod list;
mod log;
mod mermaid;
mod next;
mod now;
mod plan;
mod planner;
mod prompts;
mod redaction;
mod rules;
mod sentence;
mod sheet;
mod show;
mod signal;
pub(crate) mod state;
mod status;
pub(crate) mod task;
mod titles;
mod undo;
mod usage;
pub mod verbs;

use serde_json::Value;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
pub(crate) mod testing;

pub use changed::{changed_json, changed_text};
pub use doctor::{Finding, Health, doctor_json, doctor_text, finding_json, finding_text};
pub use dot::graph_dot;
pub use faults::{faults_github, faults_json, faults_text};
pub use files::{export_json, export_text, format_json, format_text};
pub use graph::{graph_json, graph_text, rails};
pub(crate) use interruption::REFUSED_HINT;
pub use interruption::{InterruptionView, UnknownOutcomeView, interruption_text, recovered_text, with_interruption};
pub use lanes::{Lane, lanes};
pub use layout::{Place, Row as GraphRow, arrange};
pub use list::{list_json, list_text, who};
pub use log::{log_json, log_text};
pub use mermaid::graph_mermaid;
pub use next::{next_json, next_text};
pub use now::message as now_message;
pub use plan::counts_value;
pub use planner::{planner_json, planner_test_json, planner_test_text, planner_text};
pub use prompts::{holes_text, prompts_json, prompts_text};
pub use redaction::{redaction_text, with_redaction};
pub use rules::{rule_text, rules_json, rules_text};
pub use sentence::sentence;
pub use sheet::state_sentence;
pub use show::{show_json, show_text};
pub use signal::{signal_json, signal_text, signals_json, signals_text};
pub use status::{PlanState, status_json, status_text};
pub use task::{TaskView, task_views};
pub use titles::Titles;
pub use undo::{undo_json, undo_text};
pub use usage::{usage_json, usage_text};

/// One object with the keys of both.
pub(crate) fn merged(mut first: Value, second: Value) -> Value {
    if let (Value::Object(first), Value::Object(second)) = (&mut first, second) {
        first.extend(second);
    }
    first
}
