use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-required",
    severity: Severity::Error,
    summary: "An action has the fields that it cannot do without.",
    why: "Without them nobody knows what is to be done.",
    bad: Example::actions(
        "\
### `READ`
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

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb, name: &str) -> Diagnostic {
    let message = format!("`{verb}` does not say its `{name}`.");
    let hint = format!("Add `- **{name}:** …` below the heading.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
