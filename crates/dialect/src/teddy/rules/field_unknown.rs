use model::{Diagnostic, Severity, Spanned};

use super::quoted;
use crate::rule::{Example, Rule};
use crate::spelling;
use crate::teddy::fields::Known;

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

pub(in crate::teddy) fn fault(name: &Spanned<String>, known: &[Known]) -> Diagnostic {
    let message = format!("There is no field {} here; it changes nothing.", quoted(&name.value));
    let hint = match spelling::nearest(&name.value, known.iter().map(|known| known.name)) {
        Some(near) => format!("Did you mean `{near}`?"),
        None => "Take it out, or say it in the `Description`.".to_owned(),
    };
    RULE.broken(message).at_span(name.span.clone()).with_hint(hint)
}
