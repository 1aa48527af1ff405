use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::find::PLACES_MAX;

pub const RULE: Rule = Rule {
    name: "find-several",
    severity: Severity::Error,
    summary: "The text of a `FIND:` block stands in the file only once.",
    why: "Of several places nobody knows which one is meant.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet nobody.

`FIND:`
````rust
greet
````
`REPLACE:`
````rust
ignore
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet nobody.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
    ignore();
````
",
    ),
};

/// Places named in the message.
const LISTED_MAX: usize = 20;

pub(in crate::teddy::check) fn fault(pair: &Pair, lines: &[usize]) -> Diagnostic {
    let listed: Vec<String> = lines.iter().take(LISTED_MAX).map(usize::to_string).collect();
    let more = match lines.len().checked_sub(LISTED_MAX) {
        Some(more) if more > 0 => format!(" and {more} more"),
        _ => String::new(),
    };
    let at_least = if lines.len() == PLACES_MAX { "at least " } else { "" };
    let message = format!(
        "This text stands in {at_least}{} places of the file, in the lines {}{more}.",
        lines.len(),
        listed.join(", ")
    );
    let hint = "Add lines before or after it until only one place fits; to change several, write a pair for each.";
    RULE.broken(message).at_span(pair.find.span.clone()).with_hint(hint)
}
