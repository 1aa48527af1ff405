use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "comment",
    severity: Severity::Warning,
    summary: "A plan has no comments.",
    why: "People who approve it do not see them.",
    bad: Example::actions(
        "\
<!-- first things first -->

### `READ`
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This comment is passed over.";
    let hint = "Say it in a `Description` or in the rationale, or take it out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
