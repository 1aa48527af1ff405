//! One JSON document on one line for each event of a run.

use std::borrow::Cow;

use dialect::text::json::compact;
use engine::run::{News, Resolution, StepLine};
use model::conclude::StepConclusion;
use model::{Cost, Diagnostic, TaskNumber};
use serde_json::{Value, json};

use super::RunLines;
use super::remark::{left_out, lost, remark};
use super::text::plan_file;
use crate::diagnostics::diagnostics_value;
use crate::errors::{Trouble, error_value};
use crate::planwright::{counts_value, merged};

pub fn run_line_json(news: &News, lines: &RunLines) -> String {
    compact(&match news {
        News::Begins {
            goal,
            counts,
            jobs,
            sandbox,
            rights: _,
        } => json!({
            "event": "run_started",
            "goal": goal,
            "jobs": jobs,
            "tasks": counts_value(*counts),
            "sandbox": sandbox,
        }),
        News::Started { step, agent } => with_step("step_started", step, lines, json!({"agent": agent})),
        News::Output { number, text } => output(lines.number(*number), text),
        News::OutputLeftOut { number, lines: count } => output(lines.number(*number), &left_out(*count)),
        News::Checking { number, command } => json!({
            "event": "check_started",
            "number": lines.number(*number).0,
            "command": command,
        }),
        News::Checked {
            number,
            command,
            has_passed,
        } => json!({
            "event": "check_ended",
            "number": lines.number(*number).0,
            "command": command,
            "passed": has_passed,
        }),
        News::Ended { step, .. } => with_step("step_ended", step, lines, ended(news)),
        News::Resolved {
            step,
            agent,
            resolution,
        } => {
            let said = match resolution {
                Resolution::Done => "done",
                Resolution::Failed => "failed",
                Resolution::Again => "again",
            };
            with_step("step_resolved", step, lines, json!({"agent": agent, "said": said}))
        }
        News::Replanning { step, error } => with_step("replanning", step, lines, json!({"error": error})),
        News::Replanned { version, counts } => {
            json!({"event": "replanned", "version": version, "tasks": counts_value(*counts)})
        }
        News::PlanFile(warning) => json!({"event": "remark", "message": plan_file(warning)}),
        News::Remark(told) => json!({"event": "remark", "message": remark(told)}),
    })
}

fn output(number: TaskNumber, text: &str) -> Value {
    json!({"event": "output", "number": number.0, "text": text})
}

/// What a step ended with; nothing for another event.
fn ended(news: &News) -> Value {
    let News::Ended {
        agent,
        conclusion,
        elapsed_ms,
        counts,
        cost,
        step: _,
    } = news
    else {
        return Value::Null;
    };
    let (word, note, error, files, undeclared) = parts(conclusion);
    json!({
        "agent": agent,
        "fate": word,
        "note": note,
        "error": error,
        "files": files,
        "undeclared": undeclared,
        "elapsed_ms": elapsed_ms,
        "tasks": counts_value(*counts),
        "cost": cost.as_ref().map(Cost::to_string),
    })
}

/// A run that could not begin: the error as other commands show it, on the last line that there is. `diagnostics` are
/// the problems of a text, if one was in the way.
pub fn run_refused_json(trouble: &Trouble, diagnostics: &[Diagnostic]) -> String {
    let mut line = merged(json!({"event": "run_refused"}), error_value(trouble));
    if !diagnostics.is_empty() {
        line["diagnostics"] = diagnostics_value(diagnostics);
    }
    compact(&line)
}

fn with_step(event: &str, step: &StepLine, lines: &RunLines, rest: Value) -> Value {
    let step = json!({"event": event, "number": lines.step(step).0, "key": step.key, "title": step.title});
    merged(step, rest)
}

/// Word, note, error, files, undeclared files.
type Parts<'a> = (
    &'static str,
    Option<&'a str>,
    Option<Cow<'a, str>>,
    &'a [String],
    &'a [String],
);

fn parts(conclusion: &StepConclusion) -> Parts<'_> {
    match conclusion {
        StepConclusion::Done {
            note,
            files,
            undeclared,
        } => ("done", note.as_deref(), None, files, undeclared),
        StepConclusion::Failed {
            error,
            files,
            undeclared,
        } => ("failed", None, Some(error.into()), files, undeclared),
        StepConclusion::Released => ("released", None, None, &[], &[]),
        StepConclusion::NotStarted { reason } => ("released", None, Some(reason.into()), &[], &[]),
        StepConclusion::Lost { reason } => ("lost", None, Some(lost(reason).into()), &[], &[]),
        StepConclusion::Unknown => ("unknown", None, None, &[], &[]),
        StepConclusion::Unchecked => ("unchecked", None, None, &[], &[]),
    }
}
