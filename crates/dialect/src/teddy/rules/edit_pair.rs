use std::ops::Range;

use model::{Diagnostic, Severity};

use super::edit_marker::name;
use crate::rule::{Example, Rule};
use crate::teddy::heading::Marker;

pub const RULE: Rule = Rule {
    name: "edit-pair",
    severity: Severity::Error,
    summary: "Every `FIND:` block has its `REPLACE:` block.",
    why: "Half a pair says nothing.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [a.txt](/a.txt)
- **Description:** Be polite.

`FIND:`
````text
hello
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

pub(in crate::teddy) fn without_marker(span: Range<usize>) -> Diagnostic {
    let message = "This block is not announced by `FIND:` or `REPLACE:`.";
    let hint = "Write `` `FIND:` `` or `` `REPLACE:` `` on a line before it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn without_find(span: Range<usize>) -> Diagnostic {
    let message = "This `REPLACE:` follows no `FIND:` block.";
    let hint = "Write the `FIND:` block before it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn without_replace(span: Range<usize>) -> Diagnostic {
    let message = "No `REPLACE:` block follows this `FIND:` block.";
    let hint = "Write one after it; an empty one removes the lines.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn without_block(span: Range<usize>, marker: Marker) -> Diagnostic {
    let message = format!("No block follows this `{}:`.", name(marker));
    let hint = "Put the text into a fenced block below it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
