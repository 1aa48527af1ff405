use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "link-single",
    severity: Severity::Error,
    summary: "A field names one file or page.",
    why: "Which of several is meant is not guessed.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md) or [docs/b.md](/docs/b.md)
- **Description:** Learn the rules.
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
    let message = "There are several links in one field.";
    let hint = "Write one action for each, or one entry for each in a list of handoff resources.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
