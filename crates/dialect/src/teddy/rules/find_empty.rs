use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "find-empty",
    severity: Severity::Error,
    summary: "A `FIND:` block holds a text.",
    why: "Nothing is found everywhere.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [a.txt](/a.txt)
- **Description:** Be polite.

`FIND:`
````text
````
`REPLACE:`
````text
good morning
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [a.txt](/a.txt)
- **Description:** Be polite.

`FIND:`
````text
hello
````
`REPLACE:`
````text
good morning
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "There is nothing in this `FIND:` block.";
    let hint = "Copy some lines of the file into it, enough to be unique.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
