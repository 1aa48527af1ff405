//! Rules for the prompts that a user writes.

use std::fmt;

use model::Diagnostic;

use crate::rules::rules;

rules! {
    FILE: Error "prompt-file",
        "The file of a prompt that the configuration names can be read.",
        "planwright does not use its own prompt instead.";
    HOLE: Error "prompt-hole",
        "A prompt has only holes that exist.",
        "planwright has no text for another hole.";
    MISSING: Error "prompt-missing",
        "A prompt has every hole that it needs.",
        "Without the text of such a hole, the model cannot do what is asked.";
    SECTION: Error "prompt-section",
        "Every section of a prompt has a begin and an end, and no section is inside of another.",
        "planwright cannot decide which text belongs to the section.";
}

/// Why the file of a prompt cannot be read.
#[derive(Clone, Copy)]
pub enum PromptFileProblem<'a> {
    Irregular,
    Missing,
    Unreadable(&'a dyn fmt::Display),
}

pub fn file_problem(problem: PromptFileProblem<'_>) -> Diagnostic {
    match problem {
        PromptFileProblem::Irregular => Diagnostic::error(FILE, "This is no plain file."),
        PromptFileProblem::Missing => Diagnostic::error(FILE, "There is no such file.")
            .with_hint("Make it, or remove the line from the configuration."),
        PromptFileProblem::Unreadable(error) => Diagnostic::error(FILE, format!("It cannot be read: {error}.")),
    }
}
