//! The answer of `next`: the step that runs or comes next, or why there is none.

use model::{Phase, Standing};
use serde::Serialize;

use super::brief::{BriefShape, phase};
use super::commands;
use super::steps::{excerpt, indexes, mark};
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BOLD, DIM, paint};
use crate::native::visible::{visible, visible_lines};
use crate::rawko::shape::StepShape;
use crate::rawko::sheet::{PlanSheet, StepSheet, is_ready};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NextShape<'a> {
    reason: &'static str,
    step: Option<StepShape<'a>>,
    running: Vec<u32>,
    ready: Vec<u32>,
    failed: Vec<u32>,
    /// Pending steps that wait for skipped ones, which nothing will change by itself.
    stuck: Vec<u32>,
    plan: BriefShape<'a>,
}

/// Why the answer is what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Running,
    Ready,
    Replan,
    Complete,
    Failed,
    Stuck,
}

pub fn next_json(plan: &PlanSheet) -> String {
    let found = |fits: &dyn Fn(&StepSheet) -> bool| {
        let steps = plan.steps.iter().filter(|step| fits(step));
        steps.map(|step| step.index).collect::<Vec<_>>()
    };
    let reason = reason(plan);
    pretty(&NextShape {
        reason: reason.word(),
        step: shown(plan, reason).map(StepShape::from),
        running: found(&|step| step.status == Standing::Doing),
        ready: found(&|step| is_ready(&plan.steps, step)),
        failed: found(&|step| step.status == Standing::Failed),
        stuck: stuck(plan).iter().map(|step| step.index).collect(),
        plan: plan.into(),
    })
}

pub fn next_text(plan: &PlanSheet) -> String {
    let mut page = Page::default();
    let reason = reason(plan);
    if let Some(step) = shown(plan, reason) {
        describe(&mut page, plan, step);
        page.gap();
    }
    page.line(advice(plan, reason));
    page.finish()
}

fn reason(plan: &PlanSheet) -> Reason {
    match (plan.status, plan.current_step().map(|step| step.status)) {
        (Phase::Replanning, _) => Reason::Replan,
        (Phase::Failed, _) => Reason::Failed,
        (_, Some(Standing::Doing)) => Reason::Running,
        (_, Some(_)) => Reason::Ready,
        (Phase::Complete, None) => Reason::Complete,
        (_, None) => Reason::Stuck,
    }
}

/// The step that the answer is about.
fn shown(plan: &PlanSheet, reason: Reason) -> Option<&StepSheet> {
    match reason {
        Reason::Replan | Reason::Failed => plan.steps.iter().find(|step| step.status == Standing::Failed),
        Reason::Running | Reason::Ready => plan.current_step(),
        Reason::Complete => None,
        Reason::Stuck => stuck(plan).first().copied(),
    }
}

fn stuck(plan: &PlanSheet) -> Vec<&StepSheet> {
    let is_skipped = |index: &u32| {
        let step = plan.steps.get(*index as usize);
        step.is_some_and(|step| step.status == Standing::Dropped)
    };
    let waits = |step: &&StepSheet| step.status == Standing::Todo && step.depends_on.iter().any(is_skipped);
    plan.steps.iter().filter(waits).collect()
}

fn describe(page: &mut Page, plan: &PlanSheet, step: &StepSheet) {
    let title = format!("Step {}: {}", step.index, visible(&step.description));
    page.line(format!("{} {}", mark(&plan.steps, step).painted(), paint(BOLD, title)));
    let mut facts = Vec::new();
    facts.extend(
        step.executed_by
            .as_ref()
            .map(|agent| format!("by {}", visible(agent.as_str()))),
    );
    facts.extend(
        step.suggested_agent
            .as_ref()
            .map(|agent| format!("for {}", visible(agent.as_str()))),
    );
    if !step.depends_on.is_empty() {
        facts.push(format!("after {}", indexes(&step.depends_on)));
    }
    if !facts.is_empty() {
        page.indented(paint(DIM, facts.join(", ")));
    }
    let instructions = step.instructions.as_deref().unwrap_or_default();
    page.section("Instructions", visible_lines(instructions.trim()));
    let bullets = |list: &[String]| {
        list.iter()
            .map(|text| format!("- {}", visible(text)))
            .collect::<Vec<_>>()
    };
    page.section("Acceptance criteria", bullets(&step.acceptance_criteria));
    page.section("Files", bullets(&step.affected_files));
    page.section("Error", excerpt(step.error.as_deref().unwrap_or_default()));
}

fn advice(plan: &PlanSheet, reason: Reason) -> String {
    let painted = |command: String| commands::painted(&command);
    let index = shown(plan, reason).map_or(0, |step| step.index);
    match reason {
        Reason::Running => format!("It is being worked on. {} ends it.", painted(commands::complete(index))),
        Reason::Ready => format!("{} begins it.", painted(commands::start(index))),
        Reason::Replan => format!(
            "The step failed. {} plans anew what it held up.",
            painted(commands::replan())
        ),
        Reason::Failed => format!(
            "The plan has {}: a step failed, and no replan is left. {} begins another one.",
            phase(plan.status),
            painted(commands::create())
        ),
        Reason::Complete => format!("The plan is {}. Nothing is left to do.", phase(plan.status)),
        Reason::Stuck => format!(
            "Nothing can be started: what is left waits for steps that were skipped. {} skips this one and what waits for it.",
            painted(commands::skip(index))
        ),
    }
}

impl Reason {
    fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Ready => "ready",
            Self::Replan => "replan",
            Self::Complete => "complete",
            Self::Failed => "failed",
            Self::Stuck => "stuck",
        }
    }
}
