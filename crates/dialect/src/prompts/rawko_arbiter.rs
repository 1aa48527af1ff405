//! Who should act next, where the rules do not decide.

use std::fmt::Write;

use model::Diagnostic;

use super::hole::{Hole, free, needed};
use super::rawko_create::agents;
use super::template::{self, bullets, fenced};

pub(super) const FILE: &str = include_str!("rawko_arbiter.md");

pub(super) const HOLES: &[Hole] = &[
    needed("task", "what is to be achieved"),
    free("plan_status", "how the plan stands"),
    free("progress", "how many steps are complete"),
    needed("current_step", "the step at hand"),
    free("remaining", "the steps that are left"),
    needed("last_error", "what went wrong last"),
    needed("agents", "who can be chosen"),
];

pub const VERSION: u32 = template::version(FILE);

#[derive(Debug, Clone, Default)]
pub struct Input<'a> {
    pub task: &'a str,
    pub plan: Option<Plan<'a>>,
    pub last_error: Option<&'a str>,
    /// Name, and when to choose it.
    pub agents: &'a [(String, String)],
}

#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// Under the name that the document gives it.
    pub status: &'a str,
    pub complete: usize,
    pub total: usize,
    pub current: Option<Current<'a>>,
    /// Index, counted from 0, and description of each pending step.
    pub pending: &'a [(u32, String)],
}

#[derive(Debug, Clone, Copy)]
pub struct Current<'a> {
    /// Counted from 0; people are shown one more.
    pub index: u32,
    pub description: &'a str,
    pub suggested_agent: Option<&'a str>,
    pub acceptance_criteria: &'a [String],
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    let plan = input.plan.as_ref();
    let current = plan
        .and_then(|plan| plan.current.as_ref())
        .map(current)
        .unwrap_or_default();
    let pending = plan.map(|plan| plan.pending).unwrap_or_default();
    let pending: Vec<_> = pending
        .iter()
        .map(|(index, description)| format!("Step {}: {description}", u64::from(*index) + 1))
        .collect();
    let progress = plan.map(|plan| format!("{}/{}", plan.complete, plan.total));
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("task", input.task),
            ("plan_status", plan.map_or("", |plan| plan.status)),
            ("progress", &progress.unwrap_or_default()),
            ("current_step", &current),
            ("remaining", &bullets(pending.iter().map(String::as_str))),
            ("last_error", &fenced("text", input.last_error.unwrap_or_default())),
            ("agents", &agents(input.agents)),
        ],
    )
}

/// The question once more, after an answer that is no choice.
pub fn ask_again(question: &str, why: &str) -> String {
    format!("{question}\n## What was wrong with your last answer\n\n{why}\n")
}

/// When to choose an agent whose configuration does not say it. `program` is what the agent runs; none if it works by
/// turns.
pub fn default_when(program: Option<&str>) -> String {
    match program {
        Some(program) => format!("whenever `{program}` can do it"),
        None => "whenever no other fits better".to_owned(),
    }
}

fn current(step: &Current<'_>) -> String {
    let agent = step.suggested_agent.unwrap_or("any");
    let number = u64::from(step.index) + 1;
    let mut text = format!("Step {number}: {}\nSuggested agent: {agent}\n", step.description);
    if !step.acceptance_criteria.is_empty() {
        let criteria = bullets(step.acceptance_criteria.iter().map(String::as_str));
        // Writing to a string cannot fail.
        let _ = write!(text, "Acceptance criteria:\n{criteria}");
    }
    text
}
