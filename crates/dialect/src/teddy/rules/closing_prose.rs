use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "closing-prose",
    severity: Severity::Warning,
    summary: "The plan ends with its last action.",
    why: "Text after it is passed over.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

Let me know what you think!
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

### `CHAT_WITH_USER`
Let me know what you think!
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This text after the last action is passed over.";
    let hint = "Put it into a `CHAT_WITH_USER` action if the user should see it, or take it out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
