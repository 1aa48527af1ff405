use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-missing",
    severity: Severity::Error,
    summary: "A plan has at least one action.",
    why: "A plan without one does nothing.",
    bad: Example::actions(""),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "The plan has no action.";
    let hint = "Add at least one below `## Action Plan`, such as ``### `READ` ``.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
