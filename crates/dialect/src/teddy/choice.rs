//! Problems of what a person chooses or changes in a review.

use model::{Diagnostic, MemoChange, PathFault, RelPath, Verb};
use thiserror::Error;

use super::check::OpaqueFile;
use super::rules::session::CHOICE;

/// Why a part of a plan cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PartProblem {
    #[error("the plan has no such part")]
    Unknown,
    #[error("it changes no file")]
    ChangesNoFile,
    #[error("{0} is fetched when the next turn's context is gathered")]
    NotFetched(String),
    #[error("there is no file {0}")]
    NoFile(RelPath),
    #[error("there is no file {0} to edit")]
    NoFileToEdit(RelPath),
    #[error("{0} is a folder.")]
    Folder(RelPath),
    #[error("{0} leads out of the project.")]
    OutsideOfProject(RelPath),
    #[error("{0}")]
    Opaque(OpaqueFile),
    /// The edit does not match the file.
    #[error("{0}")]
    Mismatch(String),
}

/// Why a part of a plan cannot be changed as a person wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChoiceProblem<'a> {
    AlreadyExecuted,
    WrongKind,
    EditsNoFile,
    Part(PartProblem),
    /// The person's version is the file without the action.
    SameAsBefore,
    /// An `EDIT` cannot lead to the person's version.
    Inexpressible,
    AbsolutePath(&'a str),
    InvalidPath(&'a str, PathFault),
}

pub fn choice_problem(problem: &ChoiceProblem<'_>) -> Diagnostic {
    let refused = |message: &str| Diagnostic::error(CHOICE, message);
    match problem {
        ChoiceProblem::AlreadyExecuted => refused("This was carried out before and cannot be changed any more."),
        ChoiceProblem::WrongKind => refused("Nothing of this kind can be changed here."),
        ChoiceProblem::EditsNoFile => refused("This action edits no file."),
        ChoiceProblem::Part(problem) => refused(&problem.to_string()),
        ChoiceProblem::SameAsBefore => refused("Your version is what the file says without this action.")
            .with_hint("Leave the action out instead."),
        ChoiceProblem::Inexpressible => {
            refused("Your version differs from the file only in line ends, or in a way that an EDIT cannot say.")
        }
        ChoiceProblem::AbsolutePath(text) => {
            let inside = text.trim_start_matches(['~', '/']);
            let hint = match inside.is_empty() {
                true => "Give a path from the project's root.".to_owned(),
                false => format!("Give a path from the project's root; `{inside}` would be one."),
            };
            let message = format!("`{text}` lies outside of the project, and a plan changes nothing there.");
            refused(&message).with_hint(hint)
        }
        ChoiceProblem::InvalidPath(text, fault) => refused(&format!("`{text}` is no path for this: {fault}.")),
    }
}

/// The choice of a person that an action does not fit: verb, path and number (from 1) of an earlier action.
#[derive(Debug, Error)]
pub enum ChoiceCause<'a> {
    #[error("It needs {0} of `{1}` (action {2}), which is off.")]
    LeftOut(Verb, &'a str, usize),
    #[error("It does not fit {0} of `{1}` (action {2}) as you have changed it.")]
    Changed(Verb, &'a str, usize),
}

/// The problem of an action, in terms of the choices that caused it.
pub fn caused_by(problem: Diagnostic, causes: &[ChoiceCause<'_>]) -> Diagnostic {
    let causes: Vec<String> = causes.iter().map(ToString::to_string).collect();
    explained(problem, causes.join(" "))
}

/// The problem of a memo that needs another one, which the person left out or changed.
pub fn caused_by_memo(problem: Diagnostic, needed: &MemoChange, is_changed: bool) -> Diagnostic {
    let verb = match needed {
        MemoChange::Add(_) => "ADD",
        MemoChange::Remove(_) => "REMOVE",
    };
    let state = match is_changed {
        false => "is off",
        true => "was changed",
    };
    explained(problem, format!("It needs the {verb} of this memo, which {state}."))
}

fn explained(problem: Diagnostic, message: String) -> Diagnostic {
    Diagnostic {
        message,
        ..problem.with_hint("Put that back, or leave this out, too.")
    }
}
