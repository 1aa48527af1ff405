use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "header-missing",
    severity: Severity::Error,
    summary: "A list with status, type and agent follows the title.",
    why: "It says who planned and how things stand.",
    bad: Example::head("# Add a greeting\n"),
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
    let message = "No list of `Status`, `Plan Type` and `Agent` follows the title.";
    let hint = "Add `- **Status:** Green`, `- **Plan Type:** …` and `- **Agent:** …` below the title.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
