use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "replace-same",
    severity: Severity::Error,
    summary: "A `REPLACE:` block differs from its `FIND:` block.",
    why: "A pair that changes nothing is a change that was forgotten.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet louder.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
    greet();
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet louder.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
    greet_loudly();
````
",
    ),
};

pub(in crate::teddy::check) fn check(pair: &Pair) -> Option<Diagnostic> {
    if pair.find.value.text() != pair.replace.value.text() {
        return None;
    }
    let fault = RULE.broken("This `REPLACE:` block says the same as its `FIND:` block.");
    let hint = "Write down what should stand there instead, or remove the pair.";
    Some(fault.at_span(pair.replace.span.clone()).with_hint(hint))
}
