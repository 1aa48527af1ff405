//! Why there is no answer.

use model::{Cost, limits};

use crate::budget::Bound;

/// No message holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlannerError {
    /// Nobody was named who could be asked.
    #[error("there is nobody to ask: {why}")]
    NotConfigured { why: String },
    /// A variable or a setting says something that cannot be meant.
    #[error("{name} {why}")]
    Setting { name: String, why: String },
    #[error("{variable} is not set")]
    NoKey { variable: &'static str },
    /// The server understood, and does not want to.
    #[error("{host} refused the question ({status}): {message}")]
    Refused { host: String, status: u16, message: String },
    #[error("{host} has too many questions at the moment: {message}")]
    RateLimited {
        host: String,
        message: String,
        /// When it will listen again, by its own word.
        retry_after_s: Option<u64>,
    },
    /// The server is there, but in trouble.
    #[error("{host} is in trouble ({status}): {message}")]
    Unavailable { host: String, status: u16, message: String },
    #[error("{host} cannot be reached: {why}")]
    Unreachable { host: String, why: String },
    #[error("there was no answer within {seconds} s")]
    TimedOut { seconds: u64 },
    /// The answer ended before its end.
    #[error("the answer was cut off: {why}")]
    Cut { why: String },
    #[error("the question is longer than {max_bytes} bytes")]
    LongQuestion { max_bytes: usize },
    #[error("the answer is longer than {max_bytes} bytes")]
    LongAnswer { max_bytes: usize },
    /// Going on would cost more than the user allows.
    #[error("the budget for the {bound} does not allow it: {limit}, of which {spent} are spent")]
    Budget { bound: Bound, limit: Cost, spent: Cost },
    #[error("{max} questions were asked in this session")]
    TooMany { max: u32 },
    #[error("cancelled")]
    Cancelled,
    #[error("`{program}` was not started: {why}")]
    NotStarted { program: String, why: String },
    #[error("`{program}` failed ({}){}", ending(*.code), said(.stderr))]
    CommandFailed {
        program: String,
        /// `None` if a signal ended it.
        code: Option<i32>,
        /// The last that it complained about.
        stderr: String,
    },
    /// Something came, but it is no answer.
    #[error("the answer cannot be used: {why}")]
    BadAnswer { why: String },
}

impl PlannerError {
    /// The answer was as long as one can be.
    pub(crate) fn too_long() -> Self {
        Self::Cut {
            why: "the model may not write more at once".to_owned(),
        }
    }

    /// With every text of somebody else's passed through `clean`.
    #[must_use]
    pub fn cleaned(mut self, clean: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::NotConfigured { why }
            | Self::Setting { why, .. }
            | Self::Unreachable { why, .. }
            | Self::Cut { why }
            | Self::NotStarted { why, .. }
            | Self::BadAnswer { why } => *why = clean(why),
            Self::Refused { message, .. } | Self::RateLimited { message, .. } | Self::Unavailable { message, .. } => {
                *message = clean(message);
            }
            Self::CommandFailed { stderr, .. } => *stderr = clean(stderr),
            Self::NoKey { .. }
            | Self::TimedOut { .. }
            | Self::LongQuestion { .. }
            | Self::LongAnswer { .. }
            | Self::Budget { .. }
            | Self::TooMany { .. }
            | Self::Cancelled => {}
        }
        self
    }

    pub(crate) fn long_answer() -> Self {
        Self::LongAnswer {
            max_bytes: limits::PLANNER_ANSWER_BYTES,
        }
    }
}

fn ending(code: Option<i32>) -> String {
    code.map_or_else(|| "ended by a signal".to_owned(), |code| format!("exit code {code}"))
}

fn said(stderr: &str) -> String {
    match stderr.is_empty() {
        true => String::new(),
        false => format!(": {stderr}"),
    }
}
