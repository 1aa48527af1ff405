//! From the sheet of an edited plan to the command that makes the plan so.

use std::collections::{HashMap, HashSet, VecDeque};

use dialect::rawko::{PlanSheet, StepSheet};
use model::{
    AgentName, Brief, Claim, Dropped, DroppedAs, Failure, Fence, Outcome, RestatedTask, Restatement, Standing, Task,
    TaskPath, TaskState, ThreadId, Timestamp, Uid, limits,
};

use super::view::View;

/// `now` is the sheet of the plan as it is.
pub(super) fn restatement(
    view: &View,
    now: &PlanSheet,
    sheet: &PlanSheet,
    at: Timestamp,
    new_uid: impl Fn() -> Uid,
) -> Restatement {
    let known = matches(now, sheet);
    let tasks = sheet.steps.iter().zip(known).map(|(step, known)| {
        let old = known.map(|index| (&view.steps[index], &now.steps[index]));
        RestatedTask {
            known: old.map(|(task, _)| task.number),
            uid: new_uid(),
            brief: brief(step, old),
            after: step.depends_on.iter().map(|index| *index as usize).collect(),
            state: match old {
                Some((_, now)) if is_same(now, step) => None,
                _ => Some(state(step, old.map(|(task, _)| task), at)),
            },
        }
    });
    Restatement {
        thread: ThreadId::PRIMARY,
        seen: view.session.version,
        version: sheet.version,
        title: sheet.task.clone(),
        author: sheet.created_by.clone(),
        made: Some(sheet.created_at),
        metadata: sheet.metadata.clone(),
        tasks: tasks.collect(),
    }
}

/// For each step of the file, the step of the plan: the one with the same description, or else the one at its index, if
/// the number of steps is the same.
pub(super) fn matches(now: &PlanSheet, file: &PlanSheet) -> Vec<Option<usize>> {
    let mut saying: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, step) in now.steps.iter().enumerate() {
        saying.entry(&step.description).or_default().push_back(index);
    }
    let mut take = |step: &StepSheet| saying.get_mut(step.description.as_str())?.pop_front();
    let mut known: Vec<Option<usize>> = file.steps.iter().map(&mut take).collect();
    let mut free: HashSet<usize> = saying.into_values().flatten().collect();
    if now.steps.len() == file.steps.len() {
        for (index, known) in known.iter_mut().enumerate() {
            if known.is_none() && free.remove(&index) {
                *known = Some(index);
            }
        }
    }
    known
}

/// Where it stands and what it waits for aside.
fn is_same(now: &StepSheet, step: &StepSheet) -> bool {
    let execution = |step: &StepSheet| {
        (
            step.status,
            step.executed_by.clone(),
            step.started_at,
            step.completed_at,
            step.output.clone(),
            step.error.clone(),
            step.affected_files.clone(),
        )
    };
    execution(now) == execution(step)
}

/// What the file cannot say of a step survives.
fn brief(step: &StepSheet, old: Option<(&Task, &StepSheet)>) -> Brief {
    let known = old.map(|(task, _)| task.brief.clone()).unwrap_or_default();
    let is_open = matches!(step.status, Standing::Todo | Standing::Doing | Standing::Dropped);
    let was_same = old.is_some_and(|(_, now)| now.affected_files == step.affected_files);
    let paths = match is_open && !was_same {
        true => step.affected_files.iter().map(|file| TaskPath::read(file)).collect(),
        false => known.paths.clone(),
    };
    Brief {
        title: step.description.clone(),
        body: step.instructions.clone().unwrap_or_default(),
        agent: step.suggested_agent.clone(),
        acceptance: step.acceptance_criteria.clone(),
        paths,
        ..known
    }
}

/// A step that runs under no name is nobody's: its claim has run out.
fn state(step: &StepSheet, old: Option<&Task>, at: Timestamp) -> TaskState {
    let by = step.executed_by.clone().unwrap_or_else(AgentName::unnamed);
    let ended = step.completed_at.unwrap_or(at);
    let evidence = match old.map(|task| &task.state) {
        Some(TaskState::Done(outcome)) => outcome.evidence.clone(),
        Some(TaskState::Failed(failure)) => failure.evidence.clone(),
        _ => Vec::new(),
    };
    let claim = match old.map(|task| &task.state) {
        Some(TaskState::Doing(claim)) if claim.agent == by => Some(claim.fence),
        Some(TaskState::Done(outcome)) => outcome.claim,
        _ => None,
    };
    let report = match old.map(|task| &task.state) {
        Some(TaskState::Done(outcome)) if outcome.note == step.output => outcome.report.clone(),
        _ => None,
    };
    match step.status {
        Standing::Todo => TaskState::Todo,
        Standing::Doing => {
            let since = step.started_at.unwrap_or(at);
            TaskState::Doing(Claim {
                agent: by,
                since,
                until: match step.executed_by {
                    Some(_) => at.plus_millis(limits::LEASE_MS),
                    None => since.min(at),
                },
                fence: Fence(0),
            })
        }
        Standing::Done => TaskState::Done(Outcome {
            by,
            at: ended,
            started: step.started_at,
            note: step.output.clone(),
            files: step.affected_files.clone(),
            evidence,
            report,
            claim,
        }),
        Standing::Failed => TaskState::Failed(Failure {
            by,
            at: ended,
            started: step.started_at,
            error: step.error.clone().unwrap_or_default(),
            files: step.affected_files.clone(),
            evidence,
        }),
        Standing::Dropped => TaskState::Dropped(Dropped {
            by,
            at: ended,
            how: DroppedAs::Skipped,
            reason: step.output.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use model::{Phase, PlanId, PlanMetadata};

    use super::*;

    fn sheet(descriptions: &[&str]) -> PlanSheet {
        let steps = (0..)
            .zip(descriptions)
            .map(|(index, text)| StepSheet::new(index, *text));
        PlanSheet {
            id: PlanId::new("plan-x").unwrap(),
            task: "Keep notes".into(),
            status: Phase::Draft,
            steps: steps.collect(),
            current_step_index: 0,
            created_at: Timestamp::from_millis(0),
            updated_at: Timestamp::from_millis(0),
            created_by: AgentName::new("ann").unwrap(),
            version: 1,
            previous_plan_id: None,
            metadata: PlanMetadata::default(),
        }
    }

    #[test]
    fn a_step_is_matched_by_its_description_or_else_by_its_index() {
        let check = |now: &[&str], file: &[&str], expected: &[Option<usize>]| {
            assert_eq!(matches(&sheet(now), &sheet(file)), expected, "{now:?} {file:?}");
        };
        check(&["a", "b"], &["a", "b"], &[Some(0), Some(1)]);
        check(&["a", "b"], &["b", "a"], &[Some(1), Some(0)]);
        check(&["a", "b"], &["a", "c"], &[Some(0), Some(1)]);
        check(&["a", "b"], &["a", "new", "b"], &[Some(0), None, Some(1)]);
        check(&["a", "b", "c"], &["a", "c"], &[Some(0), Some(2)]);
        check(&["a", "a"], &["a", "a"], &[Some(0), Some(1)]);
        check(&["a", "b"], &["c", "a"], &[None, Some(0)]);
    }

    #[test]
    fn a_large_plan_is_matched_in_linear_time() {
        let names: Vec<String> = (0..100_000).map(|step| format!("step {step}")).collect();
        let now: Vec<&str> = names.iter().map(String::as_str).collect();
        let file: Vec<&str> = now.iter().rev().copied().collect();
        let since = std::time::Instant::now();
        let known = matches(&sheet(&now), &sheet(&file));
        assert!(known.iter().rev().copied().eq((0..100_000).map(Some)));
        // Comparing each step with each needs minutes.
        assert!(since.elapsed().as_secs() < 20, "{:?}", since.elapsed());
    }
}
