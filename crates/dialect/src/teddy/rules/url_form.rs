use std::ops::Range;

use model::{Diagnostic, Severity};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "url-form",
    severity: Severity::Error,
    summary: "An address has no spaces, quotes or brackets.",
    why: "It would end in another place for every tool.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs](https://example.com/a b)
- **Description:** Learn the rules.
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs](https://example.com/a%20b)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, url: &str) -> Diagnostic {
    let message = format!("{} is not a valid address.", quoted(url));
    let hint = "Write such characters as in `%20`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
