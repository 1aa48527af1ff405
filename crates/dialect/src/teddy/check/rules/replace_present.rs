use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::find::{IndexedText, Match, places};

pub const RULE: Rule = Rule {
    name: "replace-present",
    severity: Severity::Warning,
    summary: "What a pair puts in is not there yet.",
    why: "When a plan is run again, its `FIND:` text may be found in what its `REPLACE:` text has left, and the \
          addition is made twice.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet everybody.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
    greet();
    greet_all();
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet twice.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
    greet();
    greet();
````
",
    ),
};

pub(in crate::teddy::check) fn check(pair: &Pair, found: &Match, indexed: &IndexedText<'_>) -> Option<Diagnostic> {
    let text = indexed.text();
    let find = &text[found.span.clone()];
    let start = places(&found.replacement, find).into_iter().find_map(|before| {
        let start = found.span.start.checked_sub(before)?;
        text.get(start..)?.starts_with(&found.replacement).then_some(start)
    })?;
    let line = indexed.line(start);
    let fault = RULE.broken(format!(
        "The text of this `REPLACE:` block already stands in line {line} of the file."
    ));
    let hint = "The change seems to have been made before. If so, remove this pair.";
    Some(fault.at_span(pair.replace.span.clone()).with_hint(hint))
}
