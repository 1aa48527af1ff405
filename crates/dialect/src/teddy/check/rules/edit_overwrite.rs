use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::find::{IndexedText, Match};

pub const RULE: Rule = Rule {
    name: "edit-overwrite",
    severity: Severity::Error,
    summary: "An edit changes a part of a file, not all of it, unless the file is short.",
    why: "A `FIND:` block with the whole file overwrites it in disguise, and hides the change in what stays the same.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [notes.txt](/notes.txt)
- **Description:** Forget the last note.

`FIND:`
````text
note 1
note 2
note 3
note 4
note 5
note 6
note 7
note 8
note 9
note 10
note 11
````
`REPLACE:`
````text
note 1
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [notes.txt](/notes.txt)
- **Description:** Forget the last note.

`FIND:`
````text
note 11
````
`REPLACE:`
````text
````
",
    ),
};

/// A file of no more lines may be replaced as a whole.
const SHORT_LINES: usize = 10;

pub(in crate::teddy::check) fn check(pair: &Pair, found: &Match, text: &mut IndexedText<'_>) -> Option<Diagnostic> {
    if !text.is_all_but_blanks(&found.span) {
        return None;
    }
    let lines = text.line_count();
    if lines <= SHORT_LINES {
        return None;
    }
    let fault = RULE.broken(format!("This `FIND:` block is the whole file of {lines} lines."));
    let hint = "Find only the lines that change, in as many pairs as you need.";
    Some(fault.at_span(pair.find.span.clone()).with_hint(hint))
}
