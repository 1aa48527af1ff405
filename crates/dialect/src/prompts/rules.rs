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

pub fn irregular_file() -> Diagnostic {
    Diagnostic::error(FILE, "This is no plain file.")
}

pub fn missing_file() -> Diagnostic {
    Diagnostic::error(FILE, "There is no such file.").with_hint("Make it, or remove the line from the configuration.")
}

pub fn unreadable_file(error: &dyn fmt::Display) -> Diagnostic {
    Diagnostic::error(FILE, format!("It cannot be read: {error}."))
}
