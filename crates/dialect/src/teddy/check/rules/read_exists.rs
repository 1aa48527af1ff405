use std::ops::Range;

use model::{Diagnostic, RelPath, Severity};

use super::hint_for_missing;
use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;

pub const RULE: Rule = Rule {
    name: "read-exists",
    severity: Severity::Error,
    summary: "A local file that is read exists, or is created by an earlier action.",
    why: "The next turn would begin without what it was to know.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/b.md](/docs/b.md)
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

pub(in crate::teddy::check) fn fault(span: Range<usize>, path: &RelPath, ground: &Ground<'_>) -> Diagnostic {
    let hint = hint_for_missing("Check the path.", ground.ran_command());
    let fault = RULE.broken(format!("There is nothing at `{path}` to read."));
    fault.at_span(span).with_hint(hint)
}
