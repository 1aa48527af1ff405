use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "title-missing",
    severity: Severity::Error,
    summary: "A plan has a title.",
    why: "The title names the plan in every list, report and question.",
    bad: Example::head(
        "\
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
    let message = "The plan has no title.";
    let hint = "Begin with a line such as `# Add a greeting`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
