use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "env-list",
    severity: Severity::Error,
    summary: "`env` is a list of variables below the field.",
    why: "Values on one line cannot be told apart.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
- **env:** A=1 B=2
````shell
cargo test
````
",
    ),
    good: Example::actions(concat!(
        "### `EXECUTE`\n",
        "- **Description:** Run the tests.\n",
        "- **Expected Outcome:** All of them pass.\n",
        "- **env:**\n",
        "    - `A`: \"1\"\n",
        "    - `B`: \"2\"\n",
        "````shell\n",
        "cargo test\n",
        "````\n",
    )),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "These variables cannot be told apart.";
    let hint = "Write one entry per variable below `env`: ``- `NAME`: \"value\"``.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn entry(span: Range<usize>) -> Diagnostic {
    let message = "This entry is not a variable.";
    let hint = "Write ``- `NAME`: \"value\"``; a name has letters, digits and `_`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
