use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "smart-quotes",
    severity: Severity::Warning,
    summary: "Quotes are straight.",
    why: "Typographic quotes are part of a name to most tools.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** “[docs/a.md](/docs/a.md)”
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "These quotes are typographic; they are taken off.";
    let hint = "Write straight quotes, or none.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
