use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-bullet",
    severity: Severity::Warning,
    summary: "Fields are entries of a list.",
    why: "Without bullets, Markdown joins them into one paragraph.",
    bad: Example::actions(
        "\
### `READ`
**Resource:** [docs/a.md](/docs/a.md)
**Description:** Learn the rules.
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This field has no bullet.";
    let hint = "Begin the line with `- `.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
