use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-in-block",
    severity: Severity::Warning,
    summary: "A block that holds the heading of an action is meant to hold it.",
    why: "A fence that is not closed in time swallows the actions after it.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
### `EXECUTE`
````
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

### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
````shell
cargo test
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("What looks like the action `{verb}` is content of this block.");
    let hint = "If it is meant as an action, close the block before it. If it is content, nothing needs to change.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
