use std::ops::Range;

use model::{Diagnostic, Severity};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "link-remark",
    severity: Severity::Warning,
    summary: "Nothing follows a link.",
    why: "A remark there is passed over.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md) (new)
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

pub(in crate::teddy) fn fault(span: Range<usize>, remark: &str) -> Diagnostic {
    let message = format!("{} after the link is passed over.", quoted(remark));
    let hint = "Say it in the `Description`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
