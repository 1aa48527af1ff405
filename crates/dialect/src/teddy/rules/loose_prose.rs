use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "loose-prose",
    severity: Severity::Warning,
    summary: "Text stands only where it has a meaning.",
    why: "Nobody will act on text outside of rationale, memos and actions.",
    bad: Example::head(
        "\
# Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer

This plan is short.
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This text is not part of the format and is passed over.";
    let hint = "Move it into the rationale, or take it out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
