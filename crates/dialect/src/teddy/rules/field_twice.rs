use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-twice",
    severity: Severity::Error,
    summary: "A field is given once.",
    why: "Of two values, one would be dropped.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
- **Resource:** [docs/b.md](/docs/b.md)
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

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("`{name}` is given more than once.");
    let hint = "Keep one; for several files, write one action for each.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
