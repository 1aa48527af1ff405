use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "prune-session",
    severity: Severity::Warning,
    summary: "A plan that prunes belongs to a session.",
    why: "Outside of a session there is no context, so this does nothing.",
    bad: Example::actions(
        "\
### `PRUNE`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** It is no longer needed.
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

pub(in crate::teddy::check) fn fault(span: Range<usize>) -> Diagnostic {
    RULE.broken("There is no session, so there is no context to prune.")
        .at_span(span)
        .with_hint("Remove this action, or run the plan in its session.")
}
