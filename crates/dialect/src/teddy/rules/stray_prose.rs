use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "stray-prose",
    severity: Severity::Error,
    summary: "No text stands between the parts of actions.",
    why: "It may be an instruction that would be lost.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

Then delete the old file.

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

### `CHAT_WITH_USER`
Shall I delete the old file then?
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This text belongs to no action and would be lost.";
    let hint = "Make it an action, or move it into a `Description`, a message or the rationale.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
