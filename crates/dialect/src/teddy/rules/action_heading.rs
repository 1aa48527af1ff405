use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-heading",
    severity: Severity::Warning,
    summary: "An action is a heading of three marks with its name in back-ticks and capitals.",
    why: "Decoration makes it harder to tell an action from a text about one.",
    bad: Example::actions(
        "\
### 1. Read
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

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("This is read as the action `{verb}`, but not written like one.");
    let hint = format!("Write ``### `{verb}` `` and nothing else on the line.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
