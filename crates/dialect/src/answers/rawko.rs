//! Plans that a model drafts for rawko, under the names that its document gives the fields.
//!
//! What only the engine can know of a plan (ids, versions and times) is passed over if a model writes it. A step that
//! tells of work is refused, since it is not a new one.

use model::{Diagnostic, PlanMetadata};

use super::json;
use super::lenient;
use super::step::{self, StepDraft};
use crate::planloop::faults::Faults;
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;

/// The answer to a request for a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanDraft {
    pub steps: Vec<StepDraft>,
    pub metadata: PlanMetadata,
    pub reasoning: String,
}

/// The answer to a request for another plan after a failure. The steps are the new ones alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplanDraft {
    pub steps: Vec<StepDraft>,
    /// The steps of the old plan that its author means to replace, where the author says so.
    pub replaces: Option<Vec<u32>>,
    pub changes: String,
    pub reasoning: String,
}

const TOP: [&str; 6] = ["plan", "newPlan", "steps", "metadata", "reasoning", "changes"];
const PLAN: [&str; 13] = [
    "steps",
    "metadata",
    "reasoning",
    "changes",
    "id",
    "task",
    "status",
    "currentStepIndex",
    "createdAt",
    "updatedAt",
    "createdBy",
    "version",
    "previousPlanId",
];
const METADATA: [&str; 4] = ["complexity", "tags", "constraints", "informedByMemories"];
const COMPLEXITY_MAX: u8 = 10;

/// Reads `{"plan": {"steps": […]}, "reasoning": "…"}`; the steps may also stand at the top.
pub fn read_plan_draft(answer: &str) -> (PlanDraft, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(answer);
    let draft = PlanDraft {
        steps: parts.steps,
        metadata: parts.metadata,
        reasoning: parts.reasoning,
    };
    (draft, diagnostics)
}

/// Reads `{"steps": […], "changes": "…", "reasoning": "…"}`; the steps may also stand in `plan` or `newPlan`.
pub fn read_replan_draft(answer: &str) -> (ReplanDraft, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(answer);
    let draft = ReplanDraft {
        steps: parts.steps,
        // A planner is asked about the steps that it is shown, and no others.
        replaces: None,
        changes: parts.changes,
        reasoning: parts.reasoning,
    };
    (draft, diagnostics)
}

#[derive(Default)]
struct Parts {
    steps: Vec<StepDraft>,
    metadata: PlanMetadata,
    changes: String,
    reasoning: String,
}

fn read(answer: &str) -> (Parts, Vec<Diagnostic>) {
    let (json, mut diagnostics) = match json::find(answer, |top| top.is_object_with(&TOP[..3])) {
        Ok((found, json)) => (json, found.notes),
        Err(faults) => return (Parts::default(), faults),
    };
    let mut faults = Faults::default();
    let mut parts = Parts::default();
    read_parts(json, &Way::Top, &TOP, &mut parts, &mut faults);
    for (index, step) in parts.steps.iter().enumerate() {
        step::check_words(step, &format!("steps[{index}]"), &mut faults);
    }
    if parts.steps.is_empty() && faults.is_empty() {
        faults.empty(
            &Way::Top.field("steps"),
            "The plan has no steps.",
            "Give at least one step.",
        );
    }
    diagnostics.extend(lenient(faults.into_diagnostics()));
    (parts, diagnostics)
}

fn read_parts(json: Json, way: &Way<'_>, allowed: &[&'static str], parts: &mut Parts, faults: &mut Faults) {
    for (field, value) in fields::object(json, way, allowed, faults) {
        let way = way.field(field);
        match field {
            "plan" | "newPlan" => match value {
                steps @ Json::List(_) => parts.steps = step::steps(steps, &way, &step::STEP, faults),
                plan => read_parts(plan, &way, &PLAN, parts, faults),
            },
            "steps" => parts.steps = step::steps(value, &way, &step::STEP, faults),
            "metadata" => parts.metadata = metadata(value, &way, faults),
            "reasoning" => parts.reasoning = step::sentences(value, &way, faults),
            "changes" => parts.changes = step::sentences(value, &way, faults),
            _ => {}
        }
    }
}

pub(crate) fn metadata(json: Json, way: &Way<'_>, faults: &mut Faults) -> PlanMetadata {
    let mut draft = PlanMetadata::default();
    if json == Json::Null {
        return draft;
    }
    for (field, value) in fields::object(json, way, &METADATA, faults) {
        let way = way.field(field);
        match field {
            "complexity" if value == Json::Null => {}
            "complexity" => draft.complexity = complexity(&value, &way, faults),
            "tags" => draft.tags = step::texts(value, &way, faults),
            "constraints" => draft.constraints = step::texts(value, &way, faults),
            _ => draft.memories = step::texts(value, &way, faults),
        }
    }
    draft
}

pub(crate) fn complexity(json: &Json, way: &Way<'_>, faults: &mut Faults) -> Option<u8> {
    let given = fields::whole(json, way, faults)?;
    let read = u8::try_from(given)
        .ok()
        .filter(|complexity| (1..=COMPLEXITY_MAX).contains(complexity));
    if read.is_none() {
        let hint = format!("Give a whole number from 1 to {COMPLEXITY_MAX}.");
        faults.bad_value(way, format!("`{way}` is {given}."), hint);
    }
    read
}

#[cfg(test)]
#[path = "rawko_tests.rs"]
mod tests;
