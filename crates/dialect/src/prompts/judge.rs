//! P-2: a plan is reviewed before it counts.

use model::{Diagnostic, TaskNumber};

use super::template::{self, fenced};

const FILE: &str = include_str!("judge.md");

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
