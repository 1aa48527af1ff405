//! What came of executing a plan.

use std::fmt::Write;

use model::report::{Approver, Entry, Fate};
use model::{Diagnostic, Report, Verdict};
use serde::Serialize;

use super::named::Named;
use super::session::TO_PLAN;
use super::target::target;
use crate::native::fault::{FaultShape, shapes};
use crate::native::json::pretty;
use crate::native::style::{BAD, DIM, GOOD, WARNING, paint};
use crate::native::visible::visible;
use crate::snippet::snippets;

/// An execution that has come to an end.
pub struct ExecuteView<'a> {
    pub named: Named<'a>,
    pub report: &'a Report,
    /// The report as it was written.
    pub text: &'a str,
    pub source: &'a str,
    pub diagnostics: &'a [Diagnostic],
    /// Where the report lies; `None` outside of a session.
    pub report_path: Option<&'a str>,
    /// The folder of the next turn.
    pub next: Option<&'a str>,
    pub task: Option<TaskView<'a>>,
    /// Whoever reads this has seen every action end.
    pub was_watched: bool,
    /// If another plan was asked for.
    pub replanned: Option<Replanned<'a>>,
}

/// What came of asking for another plan.
#[derive(Debug, Clone, Copy)]
pub enum Replanned<'a> {
    /// Where it lies.
    Plan(&'a str),
    /// Why there is none.
    Not(&'a str),
}

impl<'a> Replanned<'a> {
    fn plan(self) -> Option<&'a str> {
        match self {
            Self::Plan(path) => Some(path),
            Self::Not(_) => None,
        }
    }

    fn trouble(self) -> Option<&'a str> {
        match self {
            Self::Plan(_) => None,
            Self::Not(why) => Some(why),
        }
    }
}

/// The task that was concluded.
pub struct TaskView<'a> {
    pub key: &'a str,
    /// Why it could not be finished.
    pub trouble: Option<&'a str>,
}

#[derive(Serialize)]
struct ExecuteShape<'a> {
    status: &'static str,
    title: &'a str,
    plan: &'a str,
    plan_digest: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    approved_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<&'a str>,
    actions: Vec<ActionShape<'a>>,
    diagnostics: Vec<FaultShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report_path: Option<&'a str>,
    /// Only where it lies nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_turn: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_task: Option<&'a str>,
    /// Why the task that the plan concluded is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    task_trouble: Option<&'a str>,
    /// The plan that was asked for in place of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_plan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_plan_trouble: Option<&'a str>,
}

#[derive(Serialize)]
struct ActionShape<'a> {
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The user's version was carried out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    modified: bool,
}

pub fn execute_json(view: &ExecuteView<'_>) -> String {
    let report = view.report;
    let finished = view.task.as_ref().filter(|task| task.trouble.is_none());
    pretty(&ExecuteShape {
        status: status(report.verdict),
        title: &report.title,
        plan: &report.plan,
        plan_digest: &report.digest,
        approved_by: report.approved_by.map(approver),
        sandbox: report.sandbox.as_deref(),
        actions: report.entries.iter().map(shape).collect(),
        diagnostics: shapes(view.diagnostics),
        report_path: view.report_path,
        report: view.report_path.is_none().then_some(view.text),
        next_turn: view.next,
        finished_task: finished.map(|task| task.key),
        task_trouble: view.task.as_ref().and_then(|task| task.trouble),
        next_plan: view.replanned.and_then(Replanned::plan),
        next_plan_trouble: view.replanned.and_then(Replanned::trouble),
    })
}

/// In a session: a line for every action, and where to go on. Outside: the report itself.
pub fn execute_text(view: &ExecuteView<'_>) -> String {
    let mut text = String::new();
    if view.report.verdict == Verdict::Invalid {
        text += &snippets(view.diagnostics, &|_| Some(view.source.to_owned()));
    } else if view.report_path.is_none() {
        return view.text.to_owned();
    }
    let was_seen = view.was_watched && view.report.approved_by.is_some();
    for entry in view.report.entries.iter().filter(|_| !was_seen) {
        text += &line(entry);
    }
    let verdict = match view.report.verdict {
        Verdict::Completed => paint(GOOD, "completed"),
        Verdict::Skipped => paint(DIM, "skipped"),
        Verdict::Partial => paint(WARNING, "stopped midway"),
        Verdict::Failed => paint(BAD, "failed"),
        Verdict::Invalid => paint(BAD, "not valid"),
    };
    let _ = writeln!(text, "{}: {verdict}", visible(&view.report.plan));
    if let Some(path) = view.report_path {
        let _ = writeln!(text, "report: {}", visible(path));
    }
    text += &ending(view);
    text
}

/// What a plan that is carried out says in an odd way; an invalid one has everything in its answer.
pub fn execute_warnings(view: &ExecuteView<'_>) -> String {
    match view.report.verdict {
        Verdict::Invalid => String::new(),
        _ => snippets(view.diagnostics, &|_| Some(view.source.to_owned())),
    }
}

fn ending(view: &ExecuteView<'_>) -> String {
    let mut text = String::new();
    match &view.task {
        Some(TaskView { key, trouble: None }) => {
            let _ = writeln!(text, "task {} is done", visible(key));
        }
        Some(TaskView {
            key,
            trouble: Some(why),
        }) => {
            let _ = writeln!(text, "task {} could not be finished: {}", visible(key), visible(why));
        }
        None => {}
    }
    let Some(next) = view.next else {
        return text;
    };
    let next = visible(next);
    match view.replanned {
        Some(Replanned::Plan(path)) => {
            let path = visible(path);
            let execute = view.named.on("teddy execute");
            return text + &format!("next turn: {next}\nplanned anew: {path}\nnow: read it, and {execute}\n");
        }
        Some(Replanned::Not(why)) => text += &format!("not planned anew: {}\n", visible(why)),
        None => {}
    }
    let _ = writeln!(text, "next turn: {next}");
    text += &match view.report.verdict {
        Verdict::Invalid => {
            let plan = view.named.on("teddy plan");
            format!("now: {plan} (what is wrong is told in {next}/message.md)\n")
        }
        // What the next one should do differently was said.
        Verdict::Skipped => format!("now: {}\n", view.named.on("teddy plan")),
        _ => format!("now: {}\n", view.named.on(TO_PLAN)),
    };
    text
}

fn line(entry: &Entry) -> String {
    let (mark, why) = match &entry.fate {
        Fate::Done => (paint(GOOD, "✓"), ""),
        Fate::Failed(why) => (paint(BAD, "✗"), why.as_str()),
        Fate::Skipped(why) | Fate::NotFetched(why) => (paint(DIM, "-"), why.as_str()),
        Fate::Unknown => (paint(WARNING, "?"), "nobody knows what became of it"),
    };
    let verb = entry.action.verb();
    let what = target(&entry.action).map(|target| format!(" {}", visible(&target)));
    let why = (!why.is_empty()).then(|| paint(DIM, format!("  {}", visible(why))));
    format!("{mark} {verb}{}{}\n", what.unwrap_or_default(), why.unwrap_or_default())
}

fn shape(entry: &Entry) -> ActionShape<'_> {
    let (outcome, reason) = match &entry.fate {
        Fate::Done => ("done", None),
        Fate::Failed(why) => ("failed", Some(why.as_str())),
        Fate::Skipped(why) | Fate::NotFetched(why) => ("skipped", Some(why.as_str())),
        Fate::Unknown => ("unknown", None),
    };
    ActionShape {
        action: entry.action.verb().as_str(),
        target: target(&entry.action),
        outcome,
        reason,
        modified: entry.modified.is_some(),
    }
}

fn status(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Completed => "completed",
        Verdict::Partial => "partial",
        Verdict::Failed => "failed",
        Verdict::Skipped => "skipped",
        Verdict::Invalid => "validation_failed",
    }
}

fn approver(by: Approver) -> &'static str {
    match by {
        Approver::Human => "human",
        Approver::Flag => "flag",
        Approver::Policy => "policy",
    }
}
