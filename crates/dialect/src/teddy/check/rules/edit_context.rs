use model::{Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;

pub const RULE: Rule = Rule {
    name: "edit-context",
    severity: Severity::Error,
    summary: "A file that is edited was shown to the agent in this turn, or is created by the same plan.",
    why: "Whoever edits a file from memory edits one that may have changed.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [old.md](/old.md)
- **Description:** Bring it up to date.

`FIND:`
````text
before
````
`REPLACE:`
````text
now
````
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [old.md](/old.md)
- **Description:** See what to bring up to date in the next turn.
",
    ),
};

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let turn = ground.turn()?;
    if turn.has_shown(&path.value) || ground.created(&path.value).is_some() {
        return None;
    }
    let fault = RULE.broken(format!("`{}` is not in the context of this turn.", path.value));
    Some(
        fault
            .at_span(path.span.clone())
            .with_hint("`READ` it in this turn, and edit it in the next."),
    )
}
