use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-swallowed",
    severity: Severity::Error,
    summary: "A block ends before the next action.",
    why: "Its fence was not closed, and the fence of the action after it was taken for content.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello

### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
````shell
cargo test
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
    let message = format!("The action `{verb}` is swallowed by the block above it, whose fence is not closed in time.");
    let hint = "Close that block before this line. If the action is meant as content, use a longer fence around it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
