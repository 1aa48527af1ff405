use model::{Diagnostic, RelPath, Severity, Spanned};

use super::path_outside;
use crate::rule::{Example, Rule};
use crate::teddy::check::ground::{Ground, Standing};

pub const RULE: Rule = Rule {
    name: "execute-cwd",
    severity: Severity::Error,
    summary: "The working folder of a command is a folder of the project.",
    why: "The command could not even start.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** List the files.
- **Expected Outcome:** Their names.
- **cwd:** dosc
````shell
ls
````
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** List the files.
- **Expected Outcome:** Their names.
- **cwd:** docs
````shell
ls
````
",
    ),
};

pub(in crate::teddy::check) fn check(cwd: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let (what, hint) = match ground.at(&cwd.value) {
        // An earlier command may make it.
        Standing::Absent if ground.ran_command() => return None,
        Standing::Absent => (
            "does not exist",
            "Check the path, or leave `cwd` out to run at the project's root.",
        ),
        Standing::Text(_) | Standing::Opaque(_) => ("is a file", "Name the folder to run the command in."),
        Standing::Outside => return Some(path_outside::fault(cwd.span.clone(), &cwd.value)),
        Standing::Folder | Standing::Doubtful => return None,
    };
    let fault = RULE.broken(format!("The working folder `{}` {what}.", cwd.value));
    Some(fault.at_span(cwd.span.clone()).with_hint(hint))
}
