//! What an arbiter is shown of a plan, as the document lays it out.

use model::{Diagnostic, Standing};

use super::sheet::PlanSheet;
use crate::prompts::rawko_arbiter::{self, Current, Input, Plan};

/// The prompt for the current state. `agents` are names, and when to choose them; `instead` is a user's own prompt.
pub fn arbiter_prompt(
    task: &str,
    plan: Option<&PlanSheet>,
    last_error: Option<&str>,
    agents: &[(String, String)],
    instead: Option<&str>,
) -> Result<String, Vec<Diagnostic>> {
    let steps = plan.map(|plan| plan.steps.as_slice()).unwrap_or_default();
    let is_pending = |step: &&super::StepSheet| step.status == Standing::Todo;
    let pending: Vec<_> = steps
        .iter()
        .filter(is_pending)
        .map(|step| (step.index, step.description.clone()))
        .collect();
    let plan = plan.map(|plan| Plan {
        status: plan.status.word(),
        complete: steps.iter().filter(|step| step.status == Standing::Done).count(),
        total: steps.len(),
        current: plan.current_step().map(|step| Current {
            index: step.index,
            description: &step.description,
            suggested_agent: step.suggested_agent.as_ref().map(model::AgentName::as_str),
            acceptance_criteria: &step.acceptance_criteria,
        }),
        pending: &pending,
    });
    let input = Input {
        task,
        plan,
        last_error,
        agents,
    };
    rawko_arbiter::render(&input, instead)
}

/// The error that the arbiter should know: that of the step that failed last.
pub fn last_error(plan: &PlanSheet) -> Option<&str> {
    let failed = plan.steps.iter().filter(|step| step.status == Standing::Failed);
    failed
        .max_by_key(|step| (step.completed_at, step.index))
        .and_then(|step| step.error.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rawko::testing::{example, plan, step};

    #[test]
    fn the_prompt_begins_as_the_document_lays_it_out() {
        let plan = example();
        let prompt = arbiter_prompt(&plan.task, Some(&plan), None, &[], None).unwrap();
        let expected = "\
## Current Task

Keep notes in a file that survives a crash

## Plan Status

Status: in_progress
Progress: 2/5 steps

## Current Step

Step 3: Load the notes at the start
Suggested agent: developer
Acceptance criteria:
- An empty file gives no notes
- run: python -m pytest tests/test_load.py

## Remaining Steps

- Step 4: Test the store from end to end
- Step 5: Look everything over

";
        assert!(prompt.starts_with(expected), "{prompt}");
    }

    #[test]
    fn without_a_plan_there_is_only_the_task() {
        let prompt = arbiter_prompt("Keep notes", None, None, &[], None).unwrap();
        assert!(
            prompt.starts_with("## Current Task\n\nKeep notes\n\n## How to answer"),
            "{prompt}"
        );
    }

    #[test]
    fn headings_stay_where_nothing_is_left() {
        let mut plan = plan(vec![step(0, Standing::Done, &[])]);
        plan.current_step_index = 1;
        let prompt = arbiter_prompt("x", Some(&plan), None, &[], None).unwrap();
        assert!(
            prompt.contains("## Current Step\n") && prompt.contains("## Remaining Steps\n"),
            "{prompt}"
        );
        assert!(prompt.contains("Progress: 1/1 steps\n"), "{prompt}");
    }

    #[test]
    fn the_latest_failure_is_told() {
        let mut plan = plan(vec![step(0, Standing::Failed, &[]), step(1, Standing::Failed, &[])]);
        plan.steps[0].error = Some("first".into());
        assert_eq!(last_error(&plan), Some("It broke."));
        assert_eq!(last_error(&example()), None);
    }
}
