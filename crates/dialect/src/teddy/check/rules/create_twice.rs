use model::{Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;

pub const RULE: Rule = Rule {
    name: "create-twice",
    severity: Severity::Error,
    summary: "A plan creates a file once.",
    why: "The second text would overwrite the first, and nobody knows which one is meant.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [src/lib.rs](/src/lib.rs)
- **Description:** Begin.
````rust
pub fn greet() {}
````

### `CREATE`
- **File Path:** [src/lib.rs](/src/lib.rs)
- **Description:** Begin again.
````rust
pub fn greet_all() {}
````
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [src/lib.rs](/src/lib.rs)
- **Description:** Begin.
````rust
pub fn greet() {}
pub fn greet_all() {}
````
",
    ),
};

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let line = ground.line(ground.created(&path.value)?);
    let fault = RULE.broken(format!("`{}` is created twice, first in line {line}.", path.value));
    Some(
        fault
            .at_span(path.span.clone())
            .with_hint("Put all of its content into one `CREATE`."),
    )
}
