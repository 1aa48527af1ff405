//! What a run of a plan shows: a line for every event, the question about its commands, and how it ended.

mod end;
mod json;
mod remark;
mod terms;
mod text;

pub(crate) use end::run_fault;
pub use end::{RunResult, run_error, run_result};
pub use json::{run_line_json, run_refused_json};
pub use terms::{Advice, Terms};
pub use text::{BusyAgent, run_line_text, run_question_text, run_status};

use std::collections::BTreeMap;

use engine::run::{News, StepLine};
use model::TaskNumber;

/// How the events of one run are shown.
#[derive(Debug, Clone)]
pub struct RunLines {
    pub terms: Terms,
    /// Several steps may run at the same time, so that a check names its step.
    is_parallel: bool,
    /// The numbers of the steps that have begun, as the front end counts them.
    shown: BTreeMap<TaskNumber, TaskNumber>,
}

impl RunLines {
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            is_parallel: false,
            shown: BTreeMap::new(),
        }
    }

    /// Must see every event before it is shown.
    pub fn observe(&mut self, news: &News) {
        match news {
            News::Begins { jobs, .. } => self.is_parallel = *jobs > 1,
            News::Started { step, .. } => {
                self.shown.insert(step.number, self.terms.number(step));
            }
            _ => {}
        }
    }

    fn number(&self, number: TaskNumber) -> TaskNumber {
        self.shown.get(&number).copied().unwrap_or(number)
    }

    fn step(&self, step: &StepLine) -> TaskNumber {
        self.terms.number(step)
    }
}

#[cfg(test)]
mod run_tests;
