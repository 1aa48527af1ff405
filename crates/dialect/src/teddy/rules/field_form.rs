use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-form",
    severity: Severity::Warning,
    summary: "A field is a bold name that ends with a colon.",
    why: "It is what people and tools look for.",
    bad: Example::actions(
        "\
### `READ`
- Resource: [docs/a.md](/docs/a.md)
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

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = "This field is not written like one.";
    let hint = format!("Write `- **{name}:** …`.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
