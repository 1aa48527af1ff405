//! A plan on the wire, under the names that rawko's document gives the fields. The same types give the JSON Schema.

use model::{Phase, PlanMetadata, Standing};
use schemars::JsonSchema;
use serde::Serialize;

use super::sheet::{PlanSheet, StepSheet, step_status_word};
use super::time::written;

/// A plan: a task taken apart into steps, with everything that has happened to them.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = ".rawko/plans/<id>.yaml")]
pub struct PlanShape<'a> {
    /// The name of this version of the plan, and of its file.
    #[schemars(length(max = 64), regex(pattern = r"^[A-Za-z0-9_][A-Za-z0-9._-]*$"))]
    id: &'a str,
    /// What was asked for.
    #[schemars(length(min = 1, max = 20_000), regex(pattern = r"\S"))]
    task: &'a str,
    /// Where the plan stands. It follows from the steps.
    #[schemars(with = "PlanStatus")]
    status: &'static str,
    /// The steps in the order of their indexes.
    #[schemars(length(min = 1, max = 200_000))]
    steps: Vec<StepShape<'a>>,
    /// The step that runs or comes next; the number of steps if there is none. It follows from the steps.
    current_step_index: u32,
    /// When this version was made.
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    /// When it was last changed.
    #[schemars(extend("format" = "date-time"))]
    updated_at: String,
    /// The agent that made it.
    #[schemars(length(min = 1, max = 64))]
    created_by: &'a str,
    /// 1, and one more with every replan.
    #[schemars(range(min = 1))]
    version: u32,
    /// The version that this one took the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = 64), skip_serializing_if = "Option::is_none")]
    previous_plan_id: Option<&'a str>,
    /// What else is known about the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MetadataShape<'a>", skip_serializing_if = "Option::is_none")]
    metadata: Option<MetadataShape<'a>>,
}

/// One step of a plan.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "step")]
pub struct StepShape<'a> {
    /// The place of the step, counted from 0.
    index: u32,
    /// What the step achieves, in one line.
    #[schemars(length(min = 1, max = 500), regex(pattern = r"\S"))]
    description: &'a str,
    /// Where the step stands.
    #[schemars(with = "StepStatus")]
    status: &'static str,
    /// The agent that fits best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64), skip_serializing_if = "Option::is_none")]
    suggested_agent: Option<&'a str>,
    /// The agent that works on it, or did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64), skip_serializing_if = "Option::is_none")]
    executed_by: Option<&'a str>,
    /// When the work began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", extend("format" = "date-time"), skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    /// When the work ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", extend("format" = "date-time"), skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
    /// What came of it; of a skipped step, why it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// Files that it wrote or means to write; a new one may begin with `+`.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    affected_files: &'a [String],
    /// The indexes of the steps that must be done first.
    #[serde(default, skip_serializing_if = "<[u32]>::is_empty")]
    #[schemars(with = "Vec<u32>", length(max = 1_000), extend("uniqueItems" = true))]
    depends_on: &'a [u32],
    /// How to go about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
    /// How to see that it is done; one that begins with `run: ` is a command.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    acceptance_criteria: &'a [String],
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "metadata")]
pub struct MetadataShape<'a> {
    /// How hard it is thought to be, from 1 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8", range(min = 1, max = 10), skip_serializing_if = "Option::is_none")]
    complexity: Option<u8>,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    tags: &'a [String],
    /// What the work must respect.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    constraints: &'a [String],
    /// What was remembered when the plan was made.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    informed_by_memories: &'a [String],
}

/// The words of [`Phase`], for the schema.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case", inline)]
#[expect(dead_code, reason = "only the names of the variants are used")]
enum PlanStatus {
    Draft,
    InProgress,
    Replanning,
    Complete,
    Failed,
}

/// The words of [`Standing`], for the schema.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case", inline)]
#[expect(dead_code, reason = "only the names of the variants are used")]
enum StepStatus {
    Pending,
    InProgress,
    Complete,
    Failed,
    Skipped,
}

impl<'a> From<&'a PlanSheet> for PlanShape<'a> {
    fn from(plan: &'a PlanSheet) -> Self {
        let has_metadata = plan.metadata != PlanMetadata::default();
        Self {
            id: plan.id.as_str(),
            task: &plan.task,
            status: Phase::word(plan.status),
            steps: plan.steps.iter().map(StepShape::from).collect(),
            current_step_index: plan.current_step_index,
            created_at: written(plan.created_at),
            updated_at: written(plan.updated_at),
            created_by: plan.created_by.as_str(),
            version: plan.version,
            previous_plan_id: plan.previous_plan_id.as_ref().map(model::PlanId::as_str),
            metadata: has_metadata.then(|| MetadataShape::from(&plan.metadata)),
        }
    }
}

impl<'a> From<&'a StepSheet> for StepShape<'a> {
    fn from(step: &'a StepSheet) -> Self {
        let name = |agent: &'a Option<model::AgentName>| agent.as_ref().map(model::AgentName::as_str);
        let status: Standing = step.status;
        Self {
            index: step.index,
            description: &step.description,
            status: step_status_word(status),
            suggested_agent: name(&step.suggested_agent),
            executed_by: name(&step.executed_by),
            started_at: step.started_at.map(written),
            completed_at: step.completed_at.map(written),
            output: step.output.as_deref(),
            error: step.error.as_deref(),
            affected_files: &step.affected_files,
            depends_on: &step.depends_on,
            instructions: step.instructions.as_deref(),
            acceptance_criteria: &step.acceptance_criteria,
        }
    }
}

impl<'a> From<&'a PlanMetadata> for MetadataShape<'a> {
    fn from(metadata: &'a PlanMetadata) -> Self {
        Self {
            complexity: metadata.complexity,
            tags: &metadata.tags,
            constraints: &metadata.constraints,
            informed_by_memories: &metadata.memories,
        }
    }
}
