use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "command-empty",
    severity: Severity::Error,
    summary: "A command says something.",
    why: "There is nothing to run.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
````shell
````
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
````shell
cargo test
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This command is empty.";
    let hint = "Write the command into the block, or take the action out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
