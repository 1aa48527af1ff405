//! A task becomes a plan of steps.

use model::Diagnostic;

use super::hole::{Hole, free, needed};
use super::template::{self, bullets, fenced};

pub(super) const FILE: &str = include_str!("rawko_create.md");

pub(super) const HOLES: &[Hole] = &[
    needed("task", "what is to be achieved"),
    free("existing_code", "code that is there already"),
    free("memories", "what is known from earlier work"),
    needed("constraints", "what the plan must respect"),
    needed("agents", "who can carry out a step"),
];

pub const VERSION: u32 = template::version(FILE);

#[derive(Debug, Clone, Default)]
pub struct Input<'a> {
    pub task: &'a str,
    pub existing_code: &'a [String],
    pub memories: &'a [String],
    pub constraints: &'a [String],
    /// Name, and when to choose it.
    pub agents: &'a [(String, String)],
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    let list = |entries: &[String]| bullets(entries.iter().map(String::as_str));
    let code: Vec<_> = input.existing_code.iter().map(|code| fenced("text", code)).collect();
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("task", &fenced("text", input.task)),
            ("existing_code", &code.join("\n\n")),
            ("memories", &list(input.memories)),
            ("constraints", &list(input.constraints)),
            ("agents", &agents(input.agents)),
        ],
    )
}

pub(super) fn agents(agents: &[(String, String)]) -> String {
    let lines: Vec<_> = agents.iter().map(|(name, when)| format!("{name}: {when}")).collect();
    bullets(lines.iter().map(String::as_str))
}
