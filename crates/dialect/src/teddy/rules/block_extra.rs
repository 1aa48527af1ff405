use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "block-extra",
    severity: Severity::Error,
    summary: "An action has no more blocks than it needs.",
    why: "The first one would be used and the others lost.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
````
````text
world
````
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
````

### `CREATE`
- **File Path:** [b.txt](/b.txt)
- **Description:** Say world.
````text
world
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("`{verb}` has no use for this block.");
    let hint = "Write a further action for it, or lengthen the fence of the block that it belongs to.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
