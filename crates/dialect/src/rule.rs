//! What a rule is: a name, how bad it is to break it, and the words that explain it.

use model::{Diagnostic, Severity};

/// One rule stands in one file; `planwright rules NAME` shows what it says here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    pub severity: Severity,
    /// What must be so, in one sentence.
    pub summary: &'static str,
    /// What goes wrong otherwise.
    pub why: &'static str,
    pub bad: Example,
    pub good: Example,
}

/// A piece of a plan, or of a file beside it, that shows the rule broken or kept. The rest is as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    pub part: Part,
    pub text: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Plan,
    /// From the beginning up to the rationale.
    Head,
    /// The rationale with its heading.
    Rationale,
    /// The memos with their heading.
    Memos,
    /// What stands below `## Action Plan`.
    Actions,
    /// No part of a plan: what `.teddy/memos.yaml` holds.
    MemoFile,
}

impl Rule {
    /// A diagnostic of this rule.
    pub fn broken(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: self.severity,
            ..Diagnostic::error(self.name, message)
        }
    }
}

impl Example {
    pub const fn plan(text: &'static str) -> Self {
        Self { part: Part::Plan, text }
    }

    pub const fn head(text: &'static str) -> Self {
        Self { part: Part::Head, text }
    }

    pub const fn rationale(text: &'static str) -> Self {
        Self {
            part: Part::Rationale,
            text,
        }
    }

    pub const fn memos(text: &'static str) -> Self {
        Self {
            part: Part::Memos,
            text,
        }
    }

    pub const fn actions(text: &'static str) -> Self {
        Self {
            part: Part::Actions,
            text,
        }
    }

    pub const fn memo_file(text: &'static str) -> Self {
        Self {
            part: Part::MemoFile,
            text,
        }
    }
}
