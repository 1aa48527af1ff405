use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::heading::Marker;

pub const RULE: Rule = Rule {
    name: "edit-marker",
    severity: Severity::Warning,
    summary: "The two blocks of an edit are announced by `FIND:` and `REPLACE:` in back-ticks.",
    why: "It is what people and tools look for.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [a.txt](/a.txt)
- **Description:** Be polite.

#### FIND:
````text
hello
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

pub(in crate::teddy) fn fault(span: Range<usize>, marker: Marker) -> Diagnostic {
    let name = name(marker);
    let message = format!("This is read as `{name}:`, but not written like it.");
    let hint = format!("Write `` `{name}:` `` alone on the line.");
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn name(marker: Marker) -> &'static str {
    match marker {
        Marker::Find => "FIND",
        Marker::Replace => "REPLACE",
    }
}
