//! A plan as rawko's document describes it, field for field. Empty lists and `None` mean that nothing was said.

use model::{AgentName, Counts, Phase, PlanId, PlanMetadata, Standing, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanSheet {
    pub id: PlanId,
    pub task: String,
    pub status: Phase,
    /// Each at the place that its index names.
    pub steps: Vec<StepSheet>,
    pub current_step_index: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub created_by: AgentName,
    /// 1-based.
    pub version: u32,
    pub previous_plan_id: Option<PlanId>,
    pub metadata: PlanMetadata,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepSheet {
    /// Counted from 0.
    pub index: u32,
    pub description: String,
    pub status: Standing,
    pub suggested_agent: Option<AgentName>,
    /// Who holds it, finished it, failed at it or skipped it.
    pub executed_by: Option<AgentName>,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    /// What came of it; of a skipped step, why it was skipped.
    pub output: Option<String>,
    pub error: Option<String>,
    /// What it wrote; before it is finished, what it means to write.
    pub affected_files: Vec<String>,
    /// Indexes, ascending and unique.
    pub depends_on: Vec<u32>,
    pub instructions: Option<String>,
    pub acceptance_criteria: Vec<String>,
}

impl StepSheet {
    /// A pending step of which nothing more is known.
    pub fn new(index: u32, description: impl Into<String>) -> Self {
        Self {
            index,
            description: description.into(),
            status: Standing::Todo,
            suggested_agent: None,
            executed_by: None,
            started_at: None,
            completed_at: None,
            output: None,
            error: None,
            affected_files: Vec::new(),
            depends_on: Vec::new(),
            instructions: None,
            acceptance_criteria: Vec::new(),
        }
    }
}

impl PlanSheet {
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for step in &self.steps {
            *counts.slot(step.status) += 1;
        }
        counts
    }

    /// The step that runs or comes next.
    pub fn current_step(&self) -> Option<&StepSheet> {
        self.steps.get(self.current_step_index as usize)
    }
}

/// The lowest step that runs, else the lowest that could, else the number of steps.
pub fn current_step_index(steps: &[StepSheet]) -> u32 {
    let running = steps.iter().position(|step| step.status == Standing::Doing);
    let found = running.or_else(|| steps.iter().position(|step| is_ready(steps, step)));
    u32::try_from(found.unwrap_or(steps.len())).unwrap_or(u32::MAX)
}

/// Pending, and everything it depends on is complete. A skipped step holds up what depends on it.
pub fn is_ready(steps: &[StepSheet], step: &StepSheet) -> bool {
    let is_complete = |index: &u32| {
        steps
            .get(*index as usize)
            .is_some_and(|step| step.status == Standing::Done)
    };
    step.status == Standing::Todo && step.depends_on.iter().all(is_complete)
}

/// The name that the document gives to where a step stands.
pub fn step_status_word(status: Standing) -> &'static str {
    match status {
        Standing::Todo => "pending",
        Standing::Doing => "in_progress",
        Standing::Done => "complete",
        Standing::Failed => "failed",
        Standing::Dropped => "skipped",
    }
}

pub fn step_status(word: &str) -> Option<Standing> {
    Standing::ALL
        .into_iter()
        .find(|status| step_status_word(*status) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(states: &[(Standing, &[u32])]) -> Vec<StepSheet> {
        let step = |(index, (status, after)): (u32, &(Standing, &[u32]))| StepSheet {
            status: *status,
            depends_on: after.to_vec(),
            ..StepSheet::new(index, "x")
        };
        (0..).zip(states).map(step).collect()
    }

    #[test]
    fn the_current_step_runs_or_could() {
        use Standing::{Doing, Done, Dropped, Failed, Todo};
        for (states, expected) in [
            (&[(Todo, &[][..]), (Todo, &[0])][..], 0),
            (&[(Done, &[]), (Todo, &[0]), (Todo, &[1])], 1),
            (&[(Todo, &[]), (Doing, &[]), (Doing, &[])], 1),
            (&[(Todo, &[1]), (Todo, &[])], 1),
            (&[(Dropped, &[]), (Todo, &[0])], 2),
            (&[(Failed, &[]), (Todo, &[0]), (Todo, &[])], 2),
            (&[(Done, &[]), (Dropped, &[])], 2),
            (&[], 0),
        ] {
            assert_eq!(current_step_index(&steps(states)), expected, "{states:?}");
        }
    }

    #[test]
    fn status_words_are_read_again() {
        for status in Standing::ALL {
            assert_eq!(step_status(step_status_word(status)), Some(status));
        }
        assert_eq!(step_status("done"), None);
    }
}
