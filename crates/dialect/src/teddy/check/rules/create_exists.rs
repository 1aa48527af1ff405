use model::{Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::teddy::check::ground::{Ground, Standing};
use crate::teddy::check::rules::path_outside;

pub const RULE: Rule = Rule {
    name: "create-exists",
    severity: Severity::Error,
    summary: "A file that is created does not exist yet.",
    why: "What it holds now would be lost.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Start over.
````rust
fn main() {}
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
````
",
    ),
};

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    if ground.leads_outside(&path.value) {
        return Some(path_outside::fault(path.span.clone(), &path.value));
    }
    let (what, hint) = match ground.at(&path.value) {
        Standing::Text(_) | Standing::Opaque(_) => ("exists already", "Change it with `EDIT`, or choose another name."),
        Standing::Folder => ("is a folder", "Name a file in it, or choose another name."),
        Standing::Absent | Standing::Outside | Standing::Doubtful => return None,
    };
    let fault = RULE.broken(format!("`{}` {what}.", path.value));
    Some(fault.at_span(path.span.clone()).with_hint(hint))
}
