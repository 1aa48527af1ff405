//! The answer of the `step` verbs: what happened to which steps, and what comes next.

use model::{PlanEventKind, Standing};
use serde::Serialize;

use super::brief::{BriefShape, phase};
use super::commands;
use super::steps::{excerpt, mark, named};
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{DIM, paint};
use crate::native::visible::visible;
use crate::rawko::shape::StepShape;
use crate::rawko::sheet::{PlanSheet, StepSheet, step_status_word};

#[derive(Debug, Clone, Copy)]
pub struct StepView<'a> {
    pub event: PlanEventKind,
    /// The plan as it is now.
    pub plan: &'a PlanSheet,
    /// The steps that the caller named or that went along with them.
    pub indexes: &'a [u32],
    /// Everything was like this already.
    pub is_unchanged: bool,
}

#[derive(Serialize)]
struct StepsShape<'a> {
    event: &'static str,
    changed: bool,
    steps: Vec<StepShape<'a>>,
    plan: BriefShape<'a>,
    next: Option<StepShape<'a>>,
}

impl<'a> StepView<'a> {
    fn steps(&self) -> impl Iterator<Item = &'a StepSheet> {
        let plan = self.plan;
        self.indexes.iter().filter_map(|index| plan.steps.get(*index as usize))
    }
}

pub fn step_json(view: &StepView<'_>) -> String {
    pretty(&StepsShape {
        event: view.event.name(),
        changed: !view.is_unchanged,
        steps: view.steps().map(StepShape::from).collect(),
        plan: view.plan.into(),
        next: view.plan.current_step().map(StepShape::from),
    })
}

pub fn step_text(view: &StepView<'_>) -> String {
    let mut page = Page::default();
    for step in view.steps() {
        page.line(format!(
            "{} {}",
            mark(&view.plan.steps, step).painted(),
            sentence(view, step)
        ));
        if step.status == Standing::Failed {
            for line in excerpt(step.error.as_deref().unwrap_or_default()) {
                page.indented(paint(DIM, line));
            }
        }
    }
    let counts = view.plan.counts();
    page.line(format!(
        "The plan is {}: {} of {} steps are settled.{}",
        phase(view.plan.status),
        counts.settled(),
        counts.total(),
        hint(view.plan)
    ));
    page.finish()
}

fn sentence(view: &StepView<'_>, step: &StepSheet) -> String {
    let name = named(step);
    if view.is_unchanged {
        let status = step_status_word(step.status).replace('_', " ");
        return format!("nothing changed: {name} is {status} already");
    }
    let verb = match view.event {
        PlanEventKind::StepStarted => "started",
        PlanEventKind::StepCompleted => "completed",
        PlanEventKind::StepFailed => "failed",
        PlanEventKind::StepSkipped => "skipped",
        PlanEventKind::StepAdded => "added",
        PlanEventKind::StepReleased => "released",
        PlanEventKind::StepReopened => "reopened",
        PlanEventKind::PlanCreated | PlanEventKind::PlanReplanned => "planned",
    };
    let by = match (view.event, &step.executed_by) {
        (PlanEventKind::StepAdded | PlanEventKind::StepReleased | PlanEventKind::StepReopened, _) | (_, None) => {
            String::new()
        }
        (_, Some(agent)) => format!(" by {}", visible(agent.as_str())),
    };
    format!("{verb}{by}: {name}")
}

/// What to do now, in a word.
fn hint(plan: &PlanSheet) -> String {
    use model::Phase;
    match (plan.status, plan.current_step()) {
        (Phase::Replanning, _) => format!(" {} plans anew.", commands::painted(&commands::replan())),
        (Phase::Complete | Phase::Failed, _) => String::new(),
        (_, Some(step)) if step.status == Standing::Todo => {
            format!(" Next: {}.", commands::painted(&commands::start(step.index)))
        }
        (_, Some(step)) => format!(" Running: {}.", named(step)),
        (_, None) => format!(" {} says what is in the way.", commands::painted(&commands::next())),
    }
}
