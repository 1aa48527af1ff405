use model::{Diagnostic, Severity, Spanned};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-name",
    severity: Severity::Warning,
    summary: "Fields have the names of the format.",
    why: "Other tools know no other words.",
    bad: Example::actions(
        "\
### `READ`
- **Path:** [docs/a.md](/docs/a.md)
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

pub(in crate::teddy) fn fault(name: &Spanned<String>, expected: &str) -> Diagnostic {
    let message = format!("{} is read as `{expected}`.", quoted(&name.value));
    let hint = format!("Write `- **{expected}:** …`.");
    RULE.broken(message).at_span(name.span.clone()).with_hint(hint)
}
