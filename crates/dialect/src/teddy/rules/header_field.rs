use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "header-field",
    severity: Severity::Warning,
    summary: "The header names status, plan type and agent.",
    why: "Reports and later turns show them.",
    bad: Example::head(
        "\
# Add a greeting
- **Status:** Green 🟢
- **Agent:** Developer
",
    ),
    good: Example::head(
        "\
# Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("The header does not say `{name}`.");
    let hint = format!("Add `- **{name}:** …` to the list below the title.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
