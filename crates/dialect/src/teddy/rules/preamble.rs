use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "preamble",
    severity: Severity::Warning,
    summary: "Nothing stands before the title.",
    why: "It is not part of the plan and will not be kept.",
    bad: Example::head(
        "\
Here is the plan:

# Add a greeting
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
    let message = "This text before the title is not part of the plan.";
    let hint = "Begin the plan with its `# Title`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
