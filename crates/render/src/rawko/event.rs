//! The answer of `events`: one line for each event, under the names that rawko's document gives the events.

use dialect::rawko::{PlanShape, StepShape, StepSheet, written};
use dialect::text::json::compact;
use dialect::text::visible::visible;
use engine::rawko::Happened;
use model::PlanEventKind;
use serde_json::{Value, json};

use super::step::first_line;
use crate::show::style::{BAD, BOLD, BUSY, DIM, GOOD, PLAIN, paint};

/// One JSON object on one line. `None` for an event without the plan or the step that its kind is about.
pub fn event_json(event: &Happened) -> Option<String> {
    let mut line = match event.kind {
        PlanEventKind::PlanCreated => {
            json!({"type": event.kind.word(), "plan": PlanShape::from(event.plan.as_ref()?)})
        }
        PlanEventKind::PlanReplanned => {
            let mut line = json!({"type": event.kind.word(), "newPlan": PlanShape::from(event.plan.as_ref()?)});
            if !event.changes.is_empty() {
                line["changes"] = event.changes.as_str().into();
            }
            line
        }
        kind => step_event(kind, event.step.as_ref()?),
    };
    line["at"] = written(event.at).into();
    line["version"] = event.version.0.into();
    line["planId"] = event.plan_id.as_str().into();
    Some(compact(&line))
}

fn step_event(kind: PlanEventKind, step: &StepSheet) -> Value {
    let mut line = json!({"type": kind.word(), "stepIndex": step.index});
    let field = match kind {
        PlanEventKind::StepStarted => ("agent", step.executed_by.as_ref().map(|agent| agent.as_str().into())),
        PlanEventKind::StepCompleted => ("output", Some(step.output.as_deref().unwrap_or_default().into())),
        PlanEventKind::StepFailed => ("error", Some(step.error.as_deref().unwrap_or_default().into())),
        PlanEventKind::StepSkipped => ("reason", step.output.as_deref().map(Value::from)),
        PlanEventKind::StepAdded => ("step", Some(json!(StepShape::from(step)))),
        PlanEventKind::StepReleased
        | PlanEventKind::StepReopened
        | PlanEventKind::PlanCreated
        | PlanEventKind::PlanReplanned => return line,
    };
    if let (name, Some(value)) = field {
        line[name] = value;
    }
    if kind == PlanEventKind::StepCompleted && !step.affected_files.is_empty() {
        line["affectedFiles"] = json!(step.affected_files);
    }
    line
}

/// `2026-01-23T10:35:00Z  STEP_STARTED    step 2 by developer`
pub fn event_text(event: &Happened) -> Option<String> {
    let style = match event.kind {
        PlanEventKind::StepCompleted => GOOD,
        PlanEventKind::StepFailed => BAD,
        PlanEventKind::StepStarted => BUSY,
        PlanEventKind::PlanCreated | PlanEventKind::PlanReplanned => BOLD,
        _ => PLAIN,
    };
    let at = paint(DIM, written(event.at));
    let name = paint(style, format!("{:<14}", event.kind.word()));
    Some(format!("{at}  {name}  {}\n", subject(event)?))
}

/// The plan or the step, and the first line of the text that was recorded with the event.
fn subject(event: &Happened) -> Option<String> {
    let is_plan = matches!(event.kind, PlanEventKind::PlanCreated | PlanEventKind::PlanReplanned);
    let name = match is_plan {
        true => event.plan.as_ref()?.id.to_string(),
        false => format!("step {}", event.step.as_ref()?.index),
    };
    let step = event.step.as_ref();
    let text = match event.kind {
        PlanEventKind::PlanCreated => event.plan.as_ref().map(|plan| plan.task.as_str()),
        PlanEventKind::PlanReplanned => Some(event.changes.as_str()),
        PlanEventKind::StepStarted => {
            let by = step?
                .executed_by
                .as_ref()
                .map(|agent| format!(" by {}", visible(agent.as_str())));
            return Some(name + &by.unwrap_or_default());
        }
        PlanEventKind::StepCompleted | PlanEventKind::StepSkipped => step?.output.as_deref(),
        PlanEventKind::StepFailed => step?.error.as_deref(),
        PlanEventKind::StepAdded => Some(step?.description.as_str()),
        PlanEventKind::StepReleased | PlanEventKind::StepReopened => None,
    };
    Some(match first_line(text.unwrap_or_default()) {
        line if line.is_empty() => name,
        line => format!("{name}: {line}"),
    })
}
