use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

/// How the names of variables begin that planwright itself acts upon.
const RESERVED: &str = "PLANWRIGHT_";

pub const RULE: Rule = Rule {
    name: "env-reserved",
    severity: Severity::Error,
    summary: "`env` sets no variable whose name begins with `PLANWRIGHT_`.",
    why: "These variables steer planwright itself, and a plan has no say in that.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** List the tasks of the other plan.
- **Expected Outcome:** They are printed.
- **env:**
    - `PLANWRIGHT_STORE`: \"other.db\"
````shell
planwright list
````
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** List the tasks of the other plan.
- **Expected Outcome:** They are printed.
````shell
planwright list --store other.db
````
",
    ),
};

pub(in crate::teddy) fn is_reserved(name: &str) -> bool {
    name.get(..RESERVED.len())
        .is_some_and(|begin| begin.eq_ignore_ascii_case(RESERVED))
}

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("`{name}` is a variable of planwright's own, which no plan may set.");
    let hint = "Leave it out; if a command needs it, set it in the command itself, where the reader sees it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
