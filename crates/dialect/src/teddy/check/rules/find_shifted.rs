use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::find::{Difference, IndexedText, Match};

pub const RULE: Rule = Rule {
    name: "find-shifted",
    severity: Severity::Warning,
    summary: "The text of a `FIND:` block stands in the file exactly as written.",
    why: "Lines that are only indented differently, or have other blanks at their ends, are found, and the \
          replacement is indented like them. A look at the result shows whether that was meant.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet everybody.

`FIND:`
````rust
greet();
greet_all();
````
`REPLACE:`
````rust
greet_all();
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet everybody.

`FIND:`
````rust
    greet();
    greet_all();
````
`REPLACE:`
````rust
    greet_all();
````
",
    ),
};

pub(in crate::teddy::check) fn check(pair: &Pair, found: &Match, text: &IndexedText<'_>) -> Option<Diagnostic> {
    let shifted = found.differences.contains(&Difference::Indentation);
    // The plan's line ends are never the file's, so these alone are not worth a word.
    if !shifted && !found.differences.contains(&Difference::TrailingBlanks) {
        return None;
    }
    let line = text.line(found.span.start);
    let (what, hint) = match shifted {
        true => (
            "indented differently",
            "The replacement will be indented like the file. Copy the text with its indentation.",
        ),
        false => ("with other blanks at line ends", "Copy the text exactly from the file."),
    };
    let fault = RULE.broken(format!("This text stands {what} in line {line} of the file."));
    Some(fault.at_span(pair.find.span.clone()).with_hint(hint))
}
