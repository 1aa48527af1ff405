//! Problems of what a person chooses or changes in a review.

use std::fmt;

use model::{Diagnostic, MemoChange, PathFault, RelPath, Verb};

use super::check::OpaqueFile;
use super::rules::session::CHOICE;

/// Why a part of a plan cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartProblem {
    Unknown,
    ChangesNoFile,
    /// Its page is not fetched yet.
    NotFetched(String),
    NoFile(RelPath),
    NoFileToEdit(RelPath),
    Folder(RelPath),
    OutsideOfProject(RelPath),
    Opaque(OpaqueFile),
    /// The edit does not match the file.
    Mismatch(String),
}

impl fmt::Display for PartProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("the plan has no such part"),
            Self::ChangesNoFile => f.write_str("it changes no file"),
            Self::NotFetched(url) => write!(f, "{url} is fetched when the next turn's context is gathered"),
            Self::NoFile(path) => write!(f, "there is no file {path}"),
            Self::NoFileToEdit(path) => write!(f, "there is no file {path} to edit"),
            Self::Folder(path) => write!(f, "{path} is a folder."),
            Self::OutsideOfProject(path) => write!(f, "{path} leads out of the project."),
            Self::Opaque(why) => why.fmt(f),
            Self::Mismatch(why) => f.write_str(why),
        }
    }
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

/// The choice of a person that an action does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceCause<'a> {
    pub verb: Verb,
    pub path: &'a str,
    /// Counted from 1.
    pub number: usize,
    /// The person changed the action; otherwise the person left it out.
    pub is_changed: bool,
}

impl fmt::Display for ChoiceCause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verb, path, number, .. } = self;
        match self.is_changed {
            false => write!(f, "It needs {verb} of `{path}` (action {number}), which is off."),
            true => write!(
                f,
                "It does not fit {verb} of `{path}` (action {number}) as you have changed it."
            ),
        }
    }
}

/// The problem of an action, in terms of the choices that caused it.
pub fn caused_by(problem: Diagnostic, causes: &[ChoiceCause<'_>]) -> Diagnostic {
    let causes: Vec<String> = causes.iter().map(ChoiceCause::to_string).collect();
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
