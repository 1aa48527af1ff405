use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "env-form",
    severity: Severity::Warning,
    summary: "A variable is a name in back-ticks, a colon and a value in quotes.",
    why: "Quotes show where a value ends.",
    bad: Example::actions(concat!(
        "### `EXECUTE`\n",
        "- **Description:** Run the tests.\n",
        "- **Expected Outcome:** All of them pass.\n",
        "- **env:**\n",
        "    - A=1\n",
        "````shell\n",
        "cargo test\n",
        "````\n",
    )),
    good: Example::actions(concat!(
        "### `EXECUTE`\n",
        "- **Description:** Run the tests.\n",
        "- **Expected Outcome:** All of them pass.\n",
        "- **env:**\n",
        "    - `A`: \"1\"\n",
        "````shell\n",
        "cargo test\n",
        "````\n",
    )),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This variable is written like in a shell.";
    let hint = "Write ``- `NAME`: \"value\"``.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
