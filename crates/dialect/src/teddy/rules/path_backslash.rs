use std::ops::Range;

use model::{Diagnostic, Severity};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "path-backslash",
    severity: Severity::Warning,
    summary: "The parts of a path are joined by `/`.",
    why: "A plan is the same on every system.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs\\a.md)
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

pub(in crate::teddy) fn fault(span: Range<usize>, path: &str) -> Diagnostic {
    let message = format!("{} is written with backslashes.", quoted(path));
    let hint = "Write `/` between folders; it is read like that.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
