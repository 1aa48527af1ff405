//! What is wrong with a text, where, and what to do about it.

use std::fmt;
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub rule: &'static Rule,
    pub severity: Severity,
    pub message: String,
    pub place: Place,
    pub hint: Option<String>,
}

/// What a text must follow, as `planwright rules` explains it.
///
/// The `rules!` macro of `dialect` declares rules, because it registers each rule that it declares. A diagnostic needs a
/// rule, so every diagnostic has a registered rule. `cargo xtask check` finds other callers of [`Rule::declare`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Rule {
    pub name: &'static str,
    pub severity: Severity,
    /// What the rule asks for, in one sentence.
    pub summary: &'static str,
    /// What goes wrong otherwise.
    pub why: &'static str,
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

impl Rule {
    pub const fn declare(name: &'static str, severity: Severity, summary: &'static str, why: &'static str) -> Self {
        Self {
            name,
            severity,
            summary,
            why,
        }
    }

    /// A diagnostic with the severity of the rule.
    pub fn broken(&'static self, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: self.severity,
            ..Diagnostic::error(self, message)
        }
    }

    pub fn at(&'static self, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
        self.broken(message).at_span(span).with_hint(hint)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// So that tests can compare a rule with its name.
impl PartialEq<str> for Rule {
    fn eq(&self, name: &str) -> bool {
        self.name == name
    }
}

impl Diagnostic {
    pub fn error(rule: &'static Rule, message: impl Into<String>) -> Self {
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
