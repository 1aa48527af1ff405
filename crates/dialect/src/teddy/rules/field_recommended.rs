use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-recommended",
    severity: Severity::Warning,
    summary: "An action says what it is for.",
    why: "Whoever approves it reads this first.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
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

pub(in crate::teddy) fn message(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("`{verb}` has no message.");
    let hint = "Write below its fields what the next agent needs to know.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
