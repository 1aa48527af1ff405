use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "query-empty",
    severity: Severity::Error,
    summary: "A query holds words.",
    why: "There is nothing to search for.",
    bad: Example::actions(
        "\
### `RESEARCH`
- **Description:** Find a library.
````text
rust markdown parser
````
````text
````
",
    ),
    good: Example::actions(
        "\
### `RESEARCH`
- **Description:** Find a library.
````text
rust markdown parser
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This query is empty.";
    let hint = "Write what to search for, or take the block out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
