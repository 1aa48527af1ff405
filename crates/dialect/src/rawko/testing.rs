//! A plan to try things on.

use model::{AgentName, Phase, PlanId, PlanMetadata, Standing, Timestamp};

use super::sheet::{PlanSheet, StepSheet};

/// Of the shape of the document's example: two steps complete, one running, two to come.
pub(crate) const EXAMPLE: &str = "\
id: plan-20260123-note-store
task: Keep notes in a file that survives a crash
status: in_progress
version: 1
currentStepIndex: 2
createdAt: \"2026-01-23T10:00:00Z\"
updatedAt: \"2026-01-23T10:35:00Z\"
createdBy: planner
steps:
  - index: 0
    description: Find out how notes are kept now
    status: complete
    suggestedAgent: planner
    executedBy: planner
    startedAt: \"2026-01-23T10:00:00Z\"
    completedAt: \"2026-01-23T10:10:00Z\"
    output: They live in memory only
  - index: 1
    description: Write the store
    status: complete
    suggestedAgent: developer
    executedBy: developer
    startedAt: \"2026-01-23T10:15:00Z\"
    completedAt: \"2026-01-23T10:30:00Z\"
    output: The store writes each note to a line of its own
    affectedFiles:
      - src/store.py
    acceptanceCriteria:
      - A note is on disk before the call returns
      - A half-written line is skipped
  - index: 2
    description: Load the notes at the start
    status: in_progress
    suggestedAgent: developer
    executedBy: developer
    startedAt: \"2026-01-23T10:35:00Z\"
    dependsOn: [1]
    instructions: |-
      Read the file line by line.
      Skip what cannot be read, and say so.
    acceptanceCriteria:
      - An empty file gives no notes
      - \"run: python -m pytest tests/test_load.py\"
  - index: 3
    description: Test the store from end to end
    status: pending
    suggestedAgent: tester
    dependsOn: [1, 2]
    acceptanceCriteria:
      - A crash between two notes loses neither
  - index: 4
    description: Look everything over
    status: pending
    suggestedAgent: reviewer
    dependsOn: [3]
metadata:
  complexity: 5
  tags:
    - storage
    - notes
  constraints:
    - Use the standard library only
";

pub(crate) const NOON: Timestamp = Timestamp::from_millis(1_769_169_600_000);

pub(crate) fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

pub(crate) fn id(name: &str) -> PlanId {
    PlanId::new(name).unwrap()
}

/// A plan that was just made of these steps.
pub(crate) fn plan(steps: Vec<StepSheet>) -> PlanSheet {
    PlanSheet {
        id: id("plan-20260123-notes"),
        task: "Keep notes".to_owned(),
        status: Phase::Draft,
        steps,
        current_step_index: 0,
        created_at: NOON,
        updated_at: NOON,
        created_by: agent("planner"),
        version: 1,
        previous_plan_id: None,
        metadata: PlanMetadata::default(),
    }
}

pub(crate) fn step(index: u32, status: Standing, depends_on: &[u32]) -> StepSheet {
    StepSheet {
        status,
        depends_on: depends_on.to_vec(),
        error: (status == Standing::Failed).then(|| "It broke.".to_owned()),
        ..StepSheet::new(index, format!("Step number {index}"))
    }
}

pub(crate) fn example() -> PlanSheet {
    super::read_plan("example.yaml", EXAMPLE).0.unwrap()
}
