use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "byte-order-mark",
    severity: Severity::Warning,
    summary: "A plan begins with its title, not with a byte order mark.",
    why: "The mark is invisible and hides what stands on the first line from other Markdown tools.",
    bad: Example::head(
        "\
\u{feff}# Add a greeting
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
    let message = "The plan begins with an invisible byte order mark.";
    let hint = "Save the file as UTF-8 without a byte order mark.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
