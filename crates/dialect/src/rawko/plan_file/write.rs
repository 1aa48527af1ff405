//! The file in the order in which a person asks: which plan, how it stands, and then its steps.

use model::PlanMetadata;

use crate::rawko::emit::Emitter;
use crate::rawko::sheet::{PlanSheet, StepSheet, step_status_word};
use crate::rawko::time::written;

/// What [`read_plan`](super::read_plan) reads as the same plan again.
pub fn write_plan(plan: &PlanSheet) -> String {
    let mut yaml = Emitter::default();
    yaml.text("id", plan.id.as_str());
    yaml.text("task", &plan.task);
    yaml.word("status", plan.status.word());
    yaml.word("version", &plan.version.to_string());
    if let Some(previous) = &plan.previous_plan_id {
        yaml.text("previousPlanId", previous.as_str());
    }
    yaml.word("currentStepIndex", &plan.current_step_index.to_string());
    yaml.quoted("createdAt", &written(plan.created_at));
    yaml.quoted("updatedAt", &written(plan.updated_at));
    yaml.text("createdBy", plan.created_by.as_str());
    yaml.list("steps", &plan.steps, write_step);
    if plan.metadata != PlanMetadata::default() {
        yaml.map("metadata", |yaml| write_metadata(yaml, &plan.metadata));
    }
    yaml.finish()
}

fn write_step(yaml: &mut Emitter, step: &StepSheet) {
    yaml.word("index", &step.index.to_string());
    yaml.text("description", &step.description);
    yaml.word("status", step_status_word(step.status));
    let agents = [
        ("suggestedAgent", &step.suggested_agent),
        ("executedBy", &step.executed_by),
    ];
    for (key, agent) in agents {
        agent.iter().for_each(|agent| yaml.text(key, agent.as_str()));
    }
    let times = [("startedAt", step.started_at), ("completedAt", step.completed_at)];
    for (key, time) in times {
        time.iter().for_each(|time| yaml.quoted(key, &written(*time)));
    }
    yaml.numbers("dependsOn", &step.depends_on);
    let texts = [
        ("instructions", &step.instructions),
        ("output", &step.output),
        ("error", &step.error),
    ];
    for (key, text) in texts {
        text.iter().for_each(|text| yaml.text(key, text));
    }
    yaml.texts("affectedFiles", &step.affected_files);
    yaml.texts("acceptanceCriteria", &step.acceptance_criteria);
}

fn write_metadata(yaml: &mut Emitter, metadata: &PlanMetadata) {
    if let Some(complexity) = metadata.complexity {
        yaml.word("complexity", &complexity.to_string());
    }
    yaml.texts("tags", &metadata.tags);
    yaml.texts("constraints", &metadata.constraints);
    yaml.texts("informedByMemories", &metadata.memories);
}
