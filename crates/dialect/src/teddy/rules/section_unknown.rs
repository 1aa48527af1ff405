use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "section-unknown",
    severity: Severity::Error,
    summary: "There are no other sections.",
    why: "What stands below an unknown heading is neither shown nor carried out.",
    bad: Example::memos(
        "\
## Next Steps
Delete the old files.
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

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("There is no section `{name}`; what stands below it is not read.");
    let hint = "Move it into the rationale, a memo, an action or a message.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
