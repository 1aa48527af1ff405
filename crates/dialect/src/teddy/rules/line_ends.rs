use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "line-ends",
    severity: Severity::Warning,
    summary: "Lines end with a newline alone.",
    why: "Content is read as if it had plain newlines, so a created file has those even if the plan does not.",
    bad: Example::head(
        "\
# Add a greeting\r
- **Status:** Green 🟢\r
- **Plan Type:** Implementation\r
- **Agent:** Developer\r
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
    let message = "The lines of this plan end with a carriage return and a newline.";
    let hint =
        "Nothing is lost: content is taken with plain newlines. Save the plan with Unix line ends to be rid of this.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
