use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-nested",
    severity: Severity::Error,
    summary: "An action is not part of a quote, a list, a comment or other text.",
    why: "Neither people nor machines can tell whether it is to be carried out.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

> ### `READ`
> - **Resource:** [b.md](/b.md)

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

### `READ`
- **Resource:** [docs/b.md](/docs/b.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("The action `{verb}` is hidden in other text and is not read.");
    let hint = "Begin the line with `###`, with an empty line before it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
