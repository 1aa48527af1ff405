use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "thematic-break",
    severity: Severity::Warning,
    summary: "Headings alone separate the parts of a plan.",
    why: "A line of dashes below a text turns the text into a heading.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

---

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This line of dashes means nothing here.";
    let hint = "Take it out; headings are enough.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
