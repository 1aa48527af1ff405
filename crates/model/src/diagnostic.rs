//! What is wrong with a text, where, and what to do about it.

use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's name, as `planwright rules` knows it.
    pub rule: &'static str,
    pub severity: Severity,
    pub message: String,
    pub place: Place,
    pub hint: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// As much as is known about where the fault stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// A file name, or the way to a field such as `add_tasks[0].title`.
    pub path: Option<String>,
    /// 1-based line and column, in characters.
    pub line_column: Option<(usize, usize)>,
    /// Bytes of the source.
    pub span: Option<Range<usize>>,
}

impl Diagnostic {
    pub fn error(rule: &'static str, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: Severity::Error,
            message: message.into(),
            place: Place::default(),
            hint: None,
        }
    }

    #[must_use]
    pub fn at_path(mut self, path: impl Into<String>) -> Self {
        self.place.path = Some(path.into());
        self
    }

    #[must_use]
    pub fn at_span(mut self, span: Range<usize>) -> Self {
        self.place.span = Some(span);
        self
    }

    #[must_use]
    pub fn at_line(mut self, line: usize, column: usize) -> Self {
        self.place.line_column = Some((line, column));
        self
    }

    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
