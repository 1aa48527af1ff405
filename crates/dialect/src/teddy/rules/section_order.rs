use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "section-order",
    severity: Severity::Warning,
    summary: "Sections stand in the order rationale, memos, action plan.",
    why: "People read the reasons before they approve the actions.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.

## Memos
````
[+] The build uses make.
````
",
    ),
    good: Example::memos(
        "\
## Memos
````
[+] The build uses make.
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("`{name}` stands too late.");
    let hint = "Put the sections in the order Rationale, Memos, Action Plan.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
