//! How a run of the driver ended.

use model::Cost;
use serde::Serialize;

use super::brief::{BriefShape, phase, progress};
use super::show::body;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BAD, BOLD, DIM, GOOD, WARNING, paint};
use crate::native::time::span;
use crate::native::visible::visible;
use crate::rawko::sheet::PlanSheet;

#[derive(Debug, Clone, Copy)]
pub struct RunView<'a> {
    pub plan: &'a PlanSheet,
    pub end: RunEnd,
    /// More about it: what is in the way, who holds what.
    pub why: &'a str,
    /// Steps that this run started.
    pub started: u64,
    pub replans: u32,
    pub elapsed_ms: u64,
    pub cost: Option<Cost>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    Complete,
    /// A step failed, and no replan is left or nobody could be asked for one.
    Failed,
    /// A blocker is open.
    Blocked,
    /// What is left waits for a skipped step.
    Stuck,
    /// What is left is held by others.
    Held,
    /// Work is left, but no more attempts.
    OutOfIterations,
    /// A command was running when a run before this one ended, and nobody knows how far it came.
    Unknown,
    /// Somebody stopped it.
    Interrupted,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunShape<'a> {
    end: &'static str,
    why: &'a str,
    started: u64,
    replans: u32,
    elapsed_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<String>,
    plan: BriefShape<'a>,
}

pub fn run_json(view: &RunView<'_>) -> String {
    pretty(&RunShape {
        end: view.end.word(),
        why: view.why,
        started: view.started,
        replans: view.replans,
        elapsed_ms: view.elapsed_ms,
        cost: view.cost.map(|cost| cost.to_string()),
        plan: view.plan.into(),
    })
}

pub fn run_text(view: &RunView<'_>, columns: usize) -> String {
    let mut page = Page::default();
    let (sign, style) = match view.end {
        RunEnd::Complete => ("✓", GOOD),
        RunEnd::Failed | RunEnd::OutOfIterations => ("✗", BAD),
        _ => ("‖", WARNING),
    };
    page.line(format!("{} {}", paint(style, sign), paint(BOLD, view.end.sentence())));
    if !view.why.trim().is_empty() {
        page.indented(visible(view.why.trim()));
    }
    match view.end {
        RunEnd::Complete => {
            page.gap();
            page.line(progress(view.plan.counts(), columns));
        }
        _ => body(&mut page, view.plan, columns),
    }
    page.gap();
    page.line(format!(
        "The plan is {}. {}",
        phase(view.plan.status),
        paint(DIM, spent(view))
    ));
    page.finish()
}

/// `3 steps started, 1 replan, 4 min, $0.12`
fn spent(view: &RunView<'_>) -> String {
    let counted = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    let mut parts = vec![format!("{} started", counted(view.started, "step"))];
    if view.replans > 0 {
        parts.push(counted(view.replans.into(), "replan"));
    }
    parts.push(span(view.elapsed_ms));
    parts.extend(view.cost.map(|cost| cost.to_string()));
    parts.join(", ")
}

impl RunEnd {
    pub fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
            Self::Stuck => "stuck",
            Self::Held => "held",
            Self::OutOfIterations => "out_of_iterations",
            Self::Unknown => "unknown",
            Self::Interrupted => "interrupted",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Complete => "Every step is complete or skipped.",
            Self::Failed => "A step failed, and the plan could not be made anew.",
            Self::Blocked => "A blocker is open, so nothing more was started.",
            Self::Stuck => "What is left waits for a step that was skipped.",
            Self::Held => "What is left is held by others.",
            Self::OutOfIterations => "The run has used up its attempts, and work is left.",
            Self::Unknown => "A command was interrupted, and nobody knows how far it came.",
            Self::Interrupted => "Stopped. The same command goes on from here.",
        }
    }
}
