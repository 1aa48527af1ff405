use std::ops::Range;

use model::{Diagnostic, RelPath, Severity};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "link-mismatch",
    severity: Severity::Error,
    summary: "The two halves of a link name the same file.",
    why: "One of them is wrong, and which one is not guessed.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/b.md](/docs/a.md)
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

pub(in crate::teddy) fn fault(span: Range<usize>, text: &str, path: &RelPath) -> Diagnostic {
    let message = format!("The link shows {} and leads to `{path}`.", quoted(text));
    let hint = "Write the same path in both halves: `[path](/path)`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
