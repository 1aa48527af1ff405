//! What a command says when something did not work: kind, message, details, hint and exit code of every error.

mod engine;
mod planner;
mod refusal;
mod turn;

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use serde_json::{Value, json};

use crate::show::page::Page;
use crate::show::style::{BOLD, ERROR, HINT, WARNING, paint};

pub use self::engine::{engine_error, teddy_error};
pub use planner::planner_error;
pub(crate) use planner::planner_hint;
pub use refusal::refusal;

/// The exit codes of every command.
pub mod exit {
    pub const DONE: u8 = 0;
    pub const INVALID: u8 = 1;
    pub const USAGE: u8 = 2;
    pub const CONFLICT: u8 = 3;
    /// By policy, or by a person.
    pub const REFUSED: u8 = 4;
    pub const IO: u8 = 5;
    pub const BUG: u8 = 70;
}

/// What went wrong, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// For machines: `task_taken`, `unknown_task` and the like.
    pub kind: &'static str,
    pub message: String,
    pub details: Vec<String>,
    pub hint: Option<String>,
    /// One of [`exit`].
    pub exit: u8,
}

impl Trouble {
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            details: Vec::new(),
            hint: None,
            exit: exit::INVALID,
        }
    }

    /// `kind` comes with its exit code. An empty hint is none.
    pub(crate) fn of(error: &impl ToString, kind: (&'static str, u8), hint: &str) -> Self {
        Self {
            kind: kind.0,
            message: error.to_string(),
            details: Vec::new(),
            hint: (!hint.is_empty()).then(|| hint.to_owned()),
            exit: kind.1,
        }
    }

    #[must_use]
    pub fn with_exit(self, exit: u8) -> Self {
        Self { exit, ..self }
    }

    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    #[must_use]
    pub fn with_details(self, details: impl IntoIterator<Item = String>) -> Self {
        Self {
            details: details.into_iter().collect(),
            ..self
        }
    }
}

pub fn error_json(trouble: &Trouble) -> String {
    pretty(&error_value(trouble))
}

pub(crate) fn error_value(trouble: &Trouble) -> Value {
    json!({
        "status": "error",
        "error_type": trouble.kind,
        "message": trouble.message,
        "details": trouble.details,
        "hint": trouble.hint,
    })
}

pub fn error_text(trouble: &Trouble) -> String {
    let mut page = Page::default();
    page.line(paint(ERROR, "error") + &paint(BOLD, format!(": {}", visible(&trouble.message))));
    for detail in &trouble.details {
        page.indented(format!("- {}", visible(detail)));
    }
    if let Some(hint) = &trouble.hint {
        page.line(format!("{}: {}", paint(HINT, "hint"), visible(hint)));
    }
    page.finish()
}

/// Something that stands in nobody's way, but that whoever asks should know.
pub fn warning_text(message: &str, hint: Option<&str>) -> String {
    let mut page = Page::default();
    page.line(paint(WARNING, "warning") + &paint(BOLD, format!(": {}", visible(message))));
    if let Some(hint) = hint {
        page.line(format!("{}: {}", paint(HINT, "hint"), visible(hint)));
    }
    page.finish()
}

#[cfg(test)]
#[path = "errors/error_tests.rs"]
mod tests;
