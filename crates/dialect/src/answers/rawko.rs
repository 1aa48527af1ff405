//! Plans that a model drafts for rawko, under the names that its document gives the fields.
//!
//! What only the engine can know of a plan (ids, versions and times) is passed over if a model writes it. A step that
//! tells of work is refused, since it is not a new one.

use model::{Diagnostic, PlanMetadata};

use super::json::{self, read_answer};
use super::step::{self, StepDraft};
use crate::data::{Collector, Field, Value};

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

/// What a plan or a replan can say.
#[derive(Debug, Default)]
pub(crate) struct DraftParts {
    pub steps: Vec<StepDraft>,
    replaces: Option<Vec<u32>>,
    metadata: PlanMetadata,
    changes: String,
    reasoning: String,
}

impl From<DraftParts> for PlanDraft {
    fn from(parts: DraftParts) -> Self {
        Self {
            steps: parts.steps,
            metadata: parts.metadata,
            reasoning: parts.reasoning,
        }
    }
}

impl From<DraftParts> for ReplanDraft {
    fn from(parts: DraftParts) -> Self {
        Self {
            steps: parts.steps,
            replaces: parts.replaces,
            changes: parts.changes,
            reasoning: parts.reasoning,
        }
    }
}

/// Reads `{"plan": {"steps": […]}, "reasoning": "…"}`; the steps may also stand at the top.
pub fn read_plan_draft(answer: &str) -> (PlanDraft, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(answer);
    (parts.into(), diagnostics)
}

/// Reads `{"steps": […], "changes": "…", "reasoning": "…"}`; the steps may also stand in `plan` or `newPlan`. A planner is
/// asked about the steps that it is shown, so it does not say which steps it replaces.
pub fn read_replan_draft(answer: &str) -> (ReplanDraft, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(answer);
    (parts.into(), diagnostics)
}

fn read(answer: &str) -> (DraftParts, Vec<Diagnostic>) {
    let is_wanted = |top: &json::Top<'_>| top.is_object_with(&TOP[..3]);
    read_answer(answer, is_wanted, |top, log| {
        let mut parts = DraftParts::default();
        read_parts(top, &TOP, &step::STEP, &mut parts, log);
        if parts.steps.is_empty() && log.is_empty() {
            log.empty(
                &top.below(top.node, "steps"),
                "The plan has no steps.",
                "Give at least one step.",
            );
        }
        parts
    })
}

pub(crate) fn read_parts(
    object: &Field<'_>,
    allowed: &[&'static str],
    of_step: &[&'static str],
    parts: &mut DraftParts,
    log: &mut Collector<'_>,
) {
    for (name, field) in object.object(allowed, log) {
        match name {
            "plan" | "newPlan" if matches!(field.node.value, Value::List(_)) => {
                parts.steps = step::steps(&field, of_step, log);
            }
            "plan" | "newPlan" => read_parts(&field, &PLAN, of_step, parts, log),
            "steps" => parts.steps = step::steps(&field, of_step, log),
            "replaces" => parts.replaces = indexes(&field, log),
            "metadata" => parts.metadata = metadata(&field, log),
            "reasoning" => parts.reasoning = step::sentences(&field, log),
            "changes" => parts.changes = step::sentences(&field, log),
            _ => {}
        }
    }
}

fn indexes(field: &Field<'_>, log: &mut Collector<'_>) -> Option<Vec<u32>> {
    field.list("step indexes", log, |item, log| {
        let index = item.whole(log)?;
        let read = u32::try_from(index).ok();
        if read.is_none() {
            let hint = "Name steps of the plan by their index, counted from 0.";
            log.bad_value(item, format!("`{item}` is no step: {index}."), hint);
        }
        read
    })
}

fn metadata(object: &Field<'_>, log: &mut Collector<'_>) -> PlanMetadata {
    let mut metadata = PlanMetadata::default();
    if object.node.value.is_null() {
        return metadata;
    }
    for (name, field) in object.object(&METADATA, log) {
        match name {
            "complexity" if field.node.value.is_null() => {}
            "complexity" => metadata.complexity = complexity(&field, log),
            "tags" => metadata.tags = step::texts(&field, log),
            "constraints" => metadata.constraints = step::texts(&field, log),
            _ => metadata.memories = step::texts(&field, log),
        }
    }
    metadata
}

pub(crate) fn complexity(field: &Field<'_>, log: &mut Collector<'_>) -> Option<u8> {
    let given = field.whole(log)?;
    let read = u8::try_from(given).ok();
    let read = read.filter(|complexity| (1..=COMPLEXITY_MAX).contains(complexity));
    if read.is_none() {
        let hint = format!("Give a whole number from 1 to {COMPLEXITY_MAX}.");
        log.bad_value(field, format!("`{field}` is {given}."), &hint);
    }
    read
}

#[cfg(test)]
#[path = "rawko_tests.rs"]
mod tests;
