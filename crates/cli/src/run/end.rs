//! The answer of a run.

use engine::EngineError;
use engine::run::{RunEnd, RunFault};
use render::errors::Trouble;
use render::run::{Advice, run_error, run_result};

use super::refused::{refused, unfit};
use crate::answer::Answer;
use crate::assignment::Assignment;

pub fn ended(end: &RunEnd, wants_json: bool, advice: Advice<'_>, columns: usize) -> Answer {
    let result = run_result(end, advice, wants_json);
    let text = match wants_json {
        true => result.json(end),
        false => result.text(end, columns),
    };
    Answer::done(text).with_code(result.exit)
}

pub fn failed(error: &RunFault, wants_json: bool, advice: Advice<'_>, assignment: &Assignment) -> Answer {
    let trouble: Trouble = run_error(error, advice);
    match error {
        RunFault::Engine(EngineError::Unfit { diagnostics, sources }) => unfit(diagnostics, sources, wants_json),
        RunFault::Engine(error) => refused(&assignment.explain(error, trouble), wants_json),
        _ => refused(&trouble, wants_json),
    }
}
