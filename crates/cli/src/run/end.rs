//! The answer of a run.

use engine::run::RunEnd;
use engine::{EngineError, PlanFileError};
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

pub fn failed(error: &EngineError, wants_json: bool, advice: Advice<'_>, assignment: &Assignment) -> Answer {
    match error {
        EngineError::PlanFile(PlanFileError::Unfit { diagnostics, sources }) => unfit(diagnostics, sources, wants_json),
        error => refused(&assignment.explain(error, run_error(error, advice)), wants_json),
    }
}
