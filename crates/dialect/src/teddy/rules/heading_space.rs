use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "heading-space",
    severity: Severity::Warning,
    summary: "A space follows the marks of a heading.",
    why: "Without it, Markdown sees a line of text.",
    bad: Example::head(
        "\
#Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This heading lacks the space after `#`.";
    let hint = "Put one space between the marks and the text.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
