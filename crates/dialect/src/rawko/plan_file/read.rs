//! From a file's text to a plan, with everything that is wrong with it.

use model::{Diagnostic, Phase, PlanMetadata, limits};

use super::check;
use super::fields as read_field;
use super::loose::{LoosePlan, LooseStep};
use crate::answers;
use crate::data::{Collector, Field};
use crate::rawko::document::{Document, Form};
use crate::rawko::sheet::{PlanSheet, StepSheet};

pub(in crate::rawko) const PLAN: [&str; 11] = [
    "id",
    "task",
    "status",
    "steps",
    "currentStepIndex",
    "createdAt",
    "updatedAt",
    "createdBy",
    "version",
    "previousPlanId",
    "metadata",
];
pub(in crate::rawko) const PLAN_REQUIRED: usize = 9;
pub(in crate::rawko) const STEP: [&str; 13] = [
    "index",
    "description",
    "status",
    "suggestedAgent",
    "executedBy",
    "startedAt",
    "completedAt",
    "output",
    "error",
    "affectedFiles",
    "dependsOn",
    "instructions",
    "acceptanceCriteria",
];
pub(in crate::rawko) const STEP_REQUIRED: usize = 3;
pub(in crate::rawko) const METADATA: [&str; 4] = ["complexity", "tags", "constraints", "informedByMemories"];

/// Reads any text. There is a plan only where there is no error; `file` is the name that diagnostics give the text.
pub fn read_plan(file: &str, text: &str) -> (Option<PlanSheet>, Vec<Diagnostic>) {
    read(file, text, None)
}

/// The same of a file that we wrote with this status, and that somebody has changed since. Whoever changes a step does not
/// have to know what else follows from it, so a status that was left alone is corrected like the current step.
pub fn read_edited_plan(file: &str, text: &str, written: Phase) -> (Option<PlanSheet>, Vec<Diagnostic>) {
    read(file, text, Some(written))
}

fn read(file: &str, text: &str, written: Option<Phase>) -> (Option<PlanSheet>, Vec<Diagnostic>) {
    let document = Document::open(Form::Fields, file, text);
    let mut log = document.log();
    let Some(root) = document.root() else {
        return document.finish(None, log);
    };
    let plan = plan(&Field::top(root), &mut log);
    check::check(&plan, written, root, &mut log);
    document.finish(plan.into_sheet(), log)
}

fn plan(top: &Field<'_>, log: &mut Collector<'_>) -> LoosePlan {
    let mut plan = LoosePlan::default();
    let known = top.object(&PLAN, log);
    read_field::require(top, &known, &PLAN[..PLAN_REQUIRED], log);
    for (name, field) in known {
        match name {
            "id" => plan.id = read_field::id(&field, log),
            "task" => plan.task = read_field::task(&field, log),
            "status" => plan.status = read_field::phase(&field, log),
            "steps" => plan.steps = steps(&field, log),
            "currentStepIndex" => plan.current_step_index = read_field::small(&field, log),
            "createdAt" => plan.created_at = read_field::time(&field, log),
            "updatedAt" => plan.updated_at = read_field::time(&field, log),
            "createdBy" => plan.created_by = read_field::agent(&field, log),
            "version" => plan.version = version(&field, log),
            "previousPlanId" => plan.previous_plan_id = read_field::id(&field, log),
            _ => plan.metadata = metadata(&field, log),
        }
    }
    plan
}

fn version(field: &Field<'_>, log: &mut Collector<'_>) -> Option<u32> {
    let version = read_field::small(field, log)?;
    if version == 0 {
        log.bad_value(field, "`version` is 0.".to_owned(), "The first version is 1.");
        return None;
    }
    if version > limits::PLAN_VERSIONS {
        let hint = format!("Versions count from 1, and {} is the last one.", limits::PLAN_VERSIONS);
        log.bad_value(field, format!("`version` is {version}, which is too large."), &hint);
        return None;
    }
    Some(version)
}

fn steps(field: &Field<'_>, log: &mut Collector<'_>) -> Vec<LooseStep> {
    let mut position = 0;
    let steps = field.list("steps", log, |item, log| {
        let read = step(item, position, log);
        position += 1;
        Some(read)
    });
    let Some(steps) = steps else { return Vec::new() };
    log.too_large(field, steps.len(), limits::TASKS, "steps");
    if steps.is_empty() {
        log.empty(field, "The plan has no steps.", "A simple task is a plan of one step.");
    }
    steps
}

fn step(object: &Field<'_>, position: u32, log: &mut Collector<'_>) -> LooseStep {
    let (mut status, mut sheet) = (None, StepSheet::new(position, ""));
    let known = object.object(&STEP, log);
    if object.is_object() {
        read_field::require(object, &known, &STEP[..STEP_REQUIRED], log);
    }
    for (name, field) in known {
        match name {
            "index" => read_field::index(&field, position, log),
            "description" => sheet.description = read_field::description(&field, log).unwrap_or_default(),
            "status" => status = read_field::status(&field, log),
            "suggestedAgent" => sheet.suggested_agent = read_field::agent(&field, log),
            "executedBy" => sheet.executed_by = read_field::agent(&field, log),
            "startedAt" => sheet.started_at = read_field::time(&field, log),
            "completedAt" => sheet.completed_at = read_field::time(&field, log),
            "output" => sheet.output = field.text(log),
            "error" => sheet.error = field.text(log),
            "affectedFiles" => sheet.affected_files = read_field::files(&field, log),
            "dependsOn" => sheet.depends_on = read_field::indexes(&field, log),
            "instructions" => sheet.instructions = field.text(log),
            _ => sheet.acceptance_criteria = read_field::criteria(&field, log),
        }
    }
    LooseStep { status, sheet }
}

fn metadata(object: &Field<'_>, log: &mut Collector<'_>) -> PlanMetadata {
    let mut metadata = PlanMetadata::default();
    for (name, field) in object.object(&METADATA, log) {
        match name {
            "complexity" => metadata.complexity = answers::rawko::complexity(&field, log),
            "tags" => metadata.tags = read_field::texts(&field, log),
            "constraints" => metadata.constraints = read_field::texts(&field, log),
            _ => metadata.memories = read_field::texts(&field, log),
        }
    }
    metadata
}
