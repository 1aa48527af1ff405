use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "fence-unclosed",
    severity: Severity::Error,
    summary: "Every fence is closed.",
    why: "An open one swallows everything that follows.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This fence is never closed.";
    let hint = "Close it with a line of as many back-ticks. If a fence inside has as many, use more outside.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
