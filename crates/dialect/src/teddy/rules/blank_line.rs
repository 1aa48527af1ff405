use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "blank-line",
    severity: Severity::Warning,
    summary: "Empty lines are empty.",
    why: "Lines of invisible characters are text to a parser.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

\u{200b}
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
    let message = "This line only looks empty.";
    let hint = "Take the invisible characters out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
