//! P-1: a goal becomes tasks.

use std::fmt::Write;

use model::{Diagnostic, TaskNumber};

use super::hole::{Hole, free, needed};
use super::template::{self, bullets, fenced};

pub(super) const FILE: &str = include_str!("decompose.md");

pub(super) const HOLES: &[Hole] = &[
    needed("goal", "what is to be achieved"),
    needed("spec", "the specification that the user names"),
    free("outline", "the files of the project"),
    free("memos", "what is known about the project"),
    needed("first_number", "the number that the first task gets, for dependencies"),
    needed("feedback", "what was wrong with the earlier drafts"),
    free("last_answer", "the draft that was turned down"),
];

pub const VERSION: u32 = template::version(FILE);

/// The form of the answer, for models that can be bound to one. Suggestions have the same.
pub const SCHEMA: &str = include_str!("tasks.schema.json");

#[derive(Debug, Clone)]
pub struct Input<'a> {
    pub goal: &'a str,
    pub spec: Option<&'a str>,
    /// As `teddy::input::write_outline` gives it.
    pub outline: &'a str,
    pub memos: &'a [String],
    /// The number that the first new task gets.
    pub first: TaskNumber,
    /// What was wrong in each earlier round: faults of the gates, or the judge's words.
    pub feedback: &'a [String],
    pub last_answer: Option<&'a str>,
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("goal", &fenced("text", input.goal)),
            ("spec", &fenced("markdown", input.spec.unwrap_or_default())),
            ("outline", input.outline),
            ("memos", &bullets(input.memos.iter().map(String::as_str))),
            ("first_number", &input.first.to_string()),
            ("feedback", &rounds(input.feedback)),
            ("last_answer", &fenced("text", input.last_answer.unwrap_or_default())),
        ],
    )
}

fn rounds(feedback: &[String]) -> String {
    let mut text = String::new();
    for (index, said) in feedback.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n\n" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}Round {}:\n\n{}", index + 1, fenced("text", said));
    }
    text
}
