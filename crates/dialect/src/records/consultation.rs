//! How a question to a language model ended, as the log of a session stores it.

use thiserror::Error;

/// The outcome of a [`model::Consultation`].
#[derive(Debug, Error)]
pub enum ConsultationOutcome<'a> {
    #[error("no answer: {0}")]
    Unanswered(String),
    #[error("not understood: {0}")]
    Unreadable(&'a str),
    #[error("a plan that can be read")]
    Readable,
    #[error("approved")]
    Approved,
    #[error("rejected: {0}")]
    Rejected(&'a str),
    #[error("round {0}: the gates refused it: {1}")]
    PlanRefused(u32, &'a str),
    #[error("round {0}: one task passes the gates")]
    TaskPassed(u32),
    #[error("round {0}: {1} tasks pass the gates")]
    TasksPassed(u32, usize),
    #[error("round {0}: the gates refused them: {1}")]
    TasksRefused(usize, &'a str),
    #[error("{0} new tasks")]
    TasksSuggested(usize),
    /// What the choice is about, and the choice.
    #[error("{0}: {1}")]
    Chosen(&'a str, &'a str),
    #[error("{0}: not understood: {1}")]
    NotChosen(&'a str, &'a str),
}

/// The first problems on one line, and how many more there are.
pub fn shortened(problems: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = problems.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    match problems.len() > SHOWN {
        true => format!("{shown} And {} more.", problems.len() - SHOWN),
        false => shown,
    }
}
