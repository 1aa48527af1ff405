use model::{Diagnostic, Severity, Spanned};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-unknown",
    severity: Severity::Warning,
    summary: "An action has only fields that exist.",
    why: "Another field is shown in the report and changes nothing.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
- **Priority:** high
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

pub(in crate::teddy) fn fault(name: &Spanned<String>) -> Diagnostic {
    let message = format!("There is no field {} here; it changes nothing.", quoted(&name.value));
    let hint = "Take it out, or say it in the `Description`.";
    RULE.broken(message).at_span(name.span.clone()).with_hint(hint)
}
