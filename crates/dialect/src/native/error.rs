//! How the native door says that something did not work.

use serde::Serialize;

use super::json::pretty;
use super::page::Page;
use super::style::{BOLD, ERROR, HINT, WARNING, paint};
use super::visible::visible;

/// What went wrong, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// For machines: `task_taken`, `unknown_task` and the like.
    pub kind: &'static str,
    pub message: String,
    pub details: Vec<String>,
    pub hint: Option<String>,
}

impl Trouble {
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            details: Vec::new(),
            hint: None,
        }
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

#[derive(Serialize)]
pub(super) struct ErrorShape<'a> {
    status: &'static str,
    error_type: &'static str,
    message: &'a str,
    details: &'a [String],
    hint: Option<&'a str>,
}

pub fn error_json(trouble: &Trouble) -> String {
    pretty(&shape(trouble))
}

pub(super) fn shape(trouble: &Trouble) -> ErrorShape<'_> {
    ErrorShape {
        status: "error",
        error_type: trouble.kind,
        message: &trouble.message,
        details: &trouble.details,
        hint: trouble.hint.as_deref(),
    }
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
#[path = "error_tests.rs"]
mod tests;
