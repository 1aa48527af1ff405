//! P-2: a plan is reviewed before it counts.

use model::{Diagnostic, TaskNumber};

use super::hole::{Hole, free, needed};
use super::template::{self, fenced};

pub(super) const FILE: &str = include_str!("judge.md");

pub(super) const HOLES: &[Hole] = &[
    needed("goal", "what is to be achieved"),
    needed("spec", "the specification that the user names"),
    needed("plan", "the tasks that are to be judged"),
    free("first_number", "the number of the first task"),
];

pub const VERSION: u32 = template::version(FILE);

/// The form of the answer, for models that can be bound to one.
pub const SCHEMA: &str = include_str!("judge.schema.json");

#[derive(Debug, Clone)]
pub struct Input<'a> {
    pub goal: &'a str,
    pub spec: Option<&'a str>,
    /// The tasks as JSON, after they have passed the gates.
    pub plan: &'a str,
    pub first: TaskNumber,
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("goal", &fenced("text", input.goal)),
            ("spec", &fenced("markdown", input.spec.unwrap_or_default())),
            ("plan", &fenced("json", input.plan)),
            ("first_number", &input.first.to_string()),
        ],
    )
}
