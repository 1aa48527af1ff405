use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "heading-level",
    severity: Severity::Warning,
    summary: "Sections have two marks, actions three.",
    why: "A plan is a tree; a heading of another rank belongs to another branch.",
    bad: Example::actions(
        "\
## `READ`
- **Resource:** [docs/a.md](/docs/a.md)
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

pub(in crate::teddy) fn fault(span: Range<usize>, given: usize, expected: usize) -> Diagnostic {
    let message = format!("This heading has {given} marks instead of {expected}.");
    let marks = "#".repeat(expected);
    let hint = format!("Write it with `{marks}`.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
