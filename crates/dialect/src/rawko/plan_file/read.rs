//! From a file's text to a plan, with everything that is wrong with it.

use model::{Diagnostic, Phase, PlanMetadata, limits};

use super::check;
use super::fields as field;
use super::loose::{LoosePlan, LooseStep};
use crate::answers;
use crate::planloop::faults::Faults;
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;
use crate::rawko::document::{Document, FAULTS_MAX};
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
    let document = Document::open(file, text);
    let mut faults = Faults::at_most(FAULTS_MAX);
    let Some(fields) = document.fields() else {
        return document.finish(None, faults);
    };
    let plan = plan(fields, &mut faults);
    check::check(&plan, written, &mut faults);
    document.finish(plan.into_sheet(), faults)
}

fn plan(json: Json, faults: &mut Faults) -> LoosePlan {
    let mut plan = LoosePlan::default();
    let known = fields::object(json, &Way::Top, &PLAN, faults);
    field::require(&known, &PLAN[..PLAN_REQUIRED], &Way::Top, faults);
    for (name, value) in known {
        let way = Way::Top.field(name);
        match name {
            "id" => plan.id = field::id(value, &way, faults),
            "task" => plan.task = field::task(value, &way, faults),
            "status" => plan.status = field::phase(value, &way, faults),
            "steps" => plan.steps = steps(value, &way, faults),
            "currentStepIndex" => plan.current_step_index = field::small(&value, &way, faults),
            "createdAt" => plan.created_at = field::time(value, &way, faults),
            "updatedAt" => plan.updated_at = field::time(value, &way, faults),
            "createdBy" => plan.created_by = field::agent(value, &way, faults),
            "version" => plan.version = version(&value, &way, faults),
            "previousPlanId" => plan.previous_plan_id = field::id(value, &way, faults),
            _ => plan.metadata = metadata(value, &way, faults),
        }
    }
    plan
}

fn version(json: &Json, way: &Way<'_>, faults: &mut Faults) -> Option<u32> {
    let version = field::small(json, way, faults)?;
    if version == 0 {
        faults.bad_value(way, "`version` is 0.".to_owned(), "The first version is 1.".to_owned());
        return None;
    }
    if version > limits::PLAN_VERSIONS {
        let hint = format!("Versions count from 1, and {} is the last one.", limits::PLAN_VERSIONS);
        faults.bad_value(way, format!("`version` is {version}, which is too large."), hint);
        return None;
    }
    Some(version)
}

fn steps(json: Json, way: &Way<'_>, faults: &mut Faults) -> Vec<LooseStep> {
    let is_empty = matches!(&json, Json::List(items) if items.is_empty());
    let mut position = 0;
    let steps = fields::list(json, way, "a list of steps", faults, |item, way, faults| {
        let read = step(item, position, way, faults);
        position += 1;
        Some(read)
    });
    let steps = steps.unwrap_or_default();
    if steps.len() > limits::TASKS {
        faults.too_large(way, steps.len(), limits::TASKS, "steps");
    }
    if is_empty {
        let hint = "A simple task is a plan of one step.";
        faults.empty(way, "The plan has no steps.", hint);
    }
    steps
}

fn step(json: Json, position: u32, way: &Way<'_>, faults: &mut Faults) -> LooseStep {
    let (mut status, mut sheet) = (None, StepSheet::new(position, ""));
    let is_object = matches!(json, Json::Object(_));
    let known = fields::object(json, way, &STEP, faults);
    if is_object {
        field::require(&known, &STEP[..STEP_REQUIRED], way, faults);
    }
    for (name, value) in known {
        let way = way.field(name);
        match name {
            "index" => field::index(&value, position, &way, faults),
            "description" => sheet.description = field::description(value, &way, faults).unwrap_or_default(),
            "status" => status = field::status(value, &way, faults),
            "suggestedAgent" => sheet.suggested_agent = field::agent(value, &way, faults),
            "executedBy" => sheet.executed_by = field::agent(value, &way, faults),
            "startedAt" => sheet.started_at = field::time(value, &way, faults),
            "completedAt" => sheet.completed_at = field::time(value, &way, faults),
            "output" => sheet.output = fields::text(value, &way, faults),
            "error" => sheet.error = fields::text(value, &way, faults),
            "affectedFiles" => sheet.affected_files = field::files(value, &way, faults),
            "dependsOn" => sheet.depends_on = field::indexes(value, &way, faults),
            "instructions" => sheet.instructions = fields::text(value, &way, faults),
            _ => sheet.acceptance_criteria = field::criteria(value, &way, faults),
        }
    }
    LooseStep { status, sheet }
}

fn metadata(json: Json, way: &Way<'_>, faults: &mut Faults) -> PlanMetadata {
    let mut metadata = PlanMetadata::default();
    for (name, value) in fields::object(json, way, &METADATA, faults) {
        let way = way.field(name);
        match name {
            "complexity" => metadata.complexity = answers::rawko::complexity(&value, &way, faults),
            "tags" => metadata.tags = field::texts(value, &way, faults),
            "constraints" => metadata.constraints = field::texts(value, &way, faults),
            _ => metadata.memories = field::texts(value, &way, faults),
        }
    }
    metadata
}
