//! How a question to a language model ended, as the log of a session stores it.

use std::fmt;

/// The outcome of a [`model::Consultation`].
#[derive(Clone, Copy)]
pub enum ConsultationOutcome<'a> {
    Unanswered(&'a dyn fmt::Display),
    /// Problems of the answer.
    Unreadable(&'a str),
    Readable,
    Approved,
    Rejected(&'a str),
    /// The gates do not accept the plan that the model drafted.
    PlanRefused {
        round: u32,
        objection: &'a str,
    },
    PlanPassed {
        round: u32,
        tasks: usize,
    },
    TasksRefused {
        round: usize,
        objection: &'a str,
    },
    TasksSuggested(usize),
    Chosen {
        about: &'a str,
        name: &'a str,
    },
    NotChosen {
        about: &'a str,
        why: &'a str,
    },
}

impl fmt::Display for ConsultationOutcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered(error) => write!(f, "no answer: {error}"),
            Self::Unreadable(why) => write!(f, "not understood: {why}"),
            Self::Readable => f.write_str("a plan that can be read"),
            Self::Approved => f.write_str("approved"),
            Self::Rejected(feedback) => write!(f, "rejected: {feedback}"),
            Self::PlanRefused { round, objection } => write!(f, "round {round}: the gates refused it: {objection}"),
            Self::PlanPassed { round, tasks: 1 } => write!(f, "round {round}: one task passes the gates"),
            Self::PlanPassed { round, tasks } => write!(f, "round {round}: {tasks} tasks pass the gates"),
            Self::TasksRefused { round, objection } => write!(f, "round {round}: the gates refused them: {objection}"),
            Self::TasksSuggested(tasks) => write!(f, "{tasks} new tasks"),
            Self::Chosen { about, name } => write!(f, "{about}: {name}"),
            Self::NotChosen { about, why } => write!(f, "{about}: not understood: {why}"),
        }
    }
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
