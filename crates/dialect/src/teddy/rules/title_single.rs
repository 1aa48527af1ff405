use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "title-single",
    severity: Severity::Error,
    summary: "A plan has one title.",
    why: "A second one may be the beginning of another plan, whose actions nobody asked for.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

# Another plan
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
    let message = "This is a second title; what follows is not read.";
    let hint = "Leave one `# Title` at the top, and use `##` and `###` below it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
