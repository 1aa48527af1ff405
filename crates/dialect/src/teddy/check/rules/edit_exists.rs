use model::{Diagnostic, RelPath, Severity, Spanned};

use super::hint_for_missing;
use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;

pub const RULE: Rule = Rule {
    name: "edit-exists",
    severity: Severity::Error,
    summary: "A file that is edited exists, or is created by an earlier action.",
    why: "There is nothing in it that could be found.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/mian.rs](/src/mian.rs)
- **Description:** Greet nobody.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
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
````
",
    ),
};

pub(in crate::teddy::check) fn fault(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Diagnostic {
    let hint = hint_for_missing("Check the path, or make the file with `CREATE`.", ground.ran_command());
    let fault = RULE.broken(format!("There is no file `{}` to edit.", path.value));
    fault.at_span(path.span.clone()).with_hint(hint)
}
