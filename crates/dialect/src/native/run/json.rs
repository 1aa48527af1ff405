//! One JSON document on one line for each event.

use model::Diagnostic;
use serde::Serialize;

use super::{RunFate, RunFiles, RunLine, RunStep, RunSummary, RunWord};
use crate::native::Trouble;
use crate::native::error::{ErrorShape, shape as error_shape};
use crate::native::fault::{FaultShape, shapes};
use crate::native::json::compact;
use crate::native::plan::CountsShape;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum LineShape<'a> {
    RunStarted {
        goal: Option<&'a str>,
        jobs: usize,
        tasks: CountsShape,
        sandbox: Option<&'a str>,
    },
    StepStarted {
        #[serde(flatten)]
        step: StepShape<'a>,
        agent: &'a str,
    },
    Output {
        number: u32,
        text: &'a str,
    },
    CheckStarted {
        number: u32,
        command: &'a str,
    },
    CheckEnded {
        number: u32,
        command: &'a str,
        passed: bool,
    },
    StepEnded {
        #[serde(flatten)]
        step: StepShape<'a>,
        agent: &'a str,
        fate: &'static str,
        note: Option<&'a str>,
        error: Option<&'a str>,
        files: &'a [String],
        undeclared: &'a [String],
        elapsed_ms: u64,
        tasks: CountsShape,
        cost: Option<String>,
    },
    StepResolved {
        #[serde(flatten)]
        step: StepShape<'a>,
        agent: &'a str,
        said: &'static str,
    },
    Replanning {
        #[serde(flatten)]
        step: StepShape<'a>,
        error: &'a str,
    },
    Replanned {
        version: u32,
        tasks: CountsShape,
    },
    Remark {
        message: &'a str,
    },
    RunEnded {
        end: &'static str,
        message: &'a str,
        hint: Option<&'a str>,
        tasks: CountsShape,
        started: u64,
        done: u64,
        failed: u64,
        released: u64,
        replans: u64,
        elapsed_ms: u64,
        cost: Option<String>,
        undeclared: &'a [String],
        undeclared_more: usize,
        sandbox: Option<&'a str>,
    },
    /// It could not begin. What other commands say of their errors, on the last line that there is.
    RunRefused {
        #[serde(flatten)]
        error: ErrorShape<'a>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        diagnostics: Vec<FaultShape<'a>>,
    },
}

#[derive(Serialize)]
struct StepShape<'a> {
    number: u32,
    key: &'a str,
    title: &'a str,
}

pub fn run_line_json(told: &RunLine<'_>) -> String {
    compact(&shape(told))
}

pub fn run_summary_json(summary: &RunSummary<'_>) -> String {
    compact(&LineShape::RunEnded {
        end: summary.end,
        message: summary.message,
        hint: summary.hint,
        tasks: summary.counts.into(),
        started: summary.started,
        done: summary.done,
        failed: summary.failed,
        released: summary.released,
        replans: summary.replans,
        elapsed_ms: summary.elapsed_ms,
        cost: summary.cost.map(|cost| cost.to_string()),
        undeclared: summary.undeclared,
        undeclared_more: summary.undeclared_more,
        sandbox: summary.sandbox,
    })
}

/// `diagnostics` are the faults of a text, if one was in the way.
pub fn run_refused_json(trouble: &Trouble, diagnostics: &[Diagnostic]) -> String {
    compact(&LineShape::RunRefused {
        error: error_shape(trouble),
        diagnostics: shapes(diagnostics),
    })
}

fn shape<'a>(told: &RunLine<'a>) -> LineShape<'a> {
    match told.clone() {
        RunLine::Begins {
            goal,
            counts,
            jobs,
            sandbox,
        } => LineShape::RunStarted {
            goal,
            jobs,
            tasks: counts.into(),
            sandbox,
        },
        RunLine::Started { step, agent } => LineShape::StepStarted {
            step: step.into(),
            agent,
        },
        RunLine::Output { number, text } => LineShape::Output { number: number.0, text },
        RunLine::Checking { number, command } => LineShape::CheckStarted {
            number: number.0,
            command,
        },
        RunLine::Checked {
            number,
            command,
            has_passed,
            is_beside: _,
        } => LineShape::CheckEnded {
            number: number.0,
            command,
            passed: has_passed,
        },
        RunLine::Ended {
            step,
            agent,
            fate,
            elapsed_ms,
            counts,
            cost,
        } => {
            let (fate, note, error, files) = parts(&fate);
            LineShape::StepEnded {
                step: step.into(),
                agent,
                fate,
                note,
                error,
                files: files.all,
                undeclared: files.undeclared,
                elapsed_ms,
                tasks: counts.into(),
                cost: cost.map(|cost| cost.to_string()),
            }
        }
        RunLine::Resolved { step, agent, said } => LineShape::StepResolved {
            step: step.into(),
            agent,
            said: word(said),
        },
        RunLine::Replanning { step, error } => LineShape::Replanning {
            step: step.into(),
            error,
        },
        RunLine::Replanned { version, counts } => LineShape::Replanned {
            version,
            tasks: counts.into(),
        },
        RunLine::Remark(message) => LineShape::Remark { message },
    }
}

fn word(said: RunWord) -> &'static str {
    match said {
        RunWord::Done => "done",
        RunWord::Failed => "failed",
        RunWord::Again => "again",
    }
}

type Parts<'a> = (&'static str, Option<&'a str>, Option<&'a str>, RunFiles<'a>);

fn parts<'a>(fate: &RunFate<'a>) -> Parts<'a> {
    match fate {
        RunFate::Done { note, files } => ("done", *note, None, *files),
        RunFate::Failed { error, files } => ("failed", None, Some(error), *files),
        RunFate::Released => ("released", None, None, RunFiles::default()),
        RunFate::Unstarted { why } => ("released", None, Some(why), RunFiles::default()),
        RunFate::Lost { why } => ("lost", None, Some(why), RunFiles::default()),
        RunFate::Unknown => ("unknown", None, None, RunFiles::default()),
        RunFate::Unchecked => ("unchecked", None, None, RunFiles::default()),
    }
}

impl<'a> From<RunStep<'a>> for StepShape<'a> {
    fn from(step: RunStep<'a>) -> Self {
        Self {
            number: step.number.0,
            key: step.key,
            title: step.title,
        }
    }
}
