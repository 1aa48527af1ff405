use model::{Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;

pub const RULE: Rule = Rule {
    name: "path-parent",
    severity: Severity::Error,
    summary: "The folders on the way to a new file are folders, or are made.",
    why: "A file cannot hold another.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [notes.txt/today.txt](/notes.txt/today.txt)
- **Description:** Note something.
````text
note 12
````
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [notes/today.txt](/notes/today.txt)
- **Description:** Note something.
````text
note 12
````
",
    ),
};

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let file = ground.blocked_by(&path.value)?;
    let fault = RULE.broken(format!(
        "`{}` cannot be created, because `{file}` is a file.",
        path.value
    ));
    Some(fault.at_span(path.span.clone()).with_hint("Choose another folder."))
}
