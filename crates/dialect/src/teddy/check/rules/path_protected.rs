use model::{Access, Author, Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "path-protected",
    severity: Severity::Error,
    summary: "No action writes into `.teddy`, `.rawko`, `.planwright` or `.git`.",
    why: "They hold the record of what was done and approved, and settings that run commands.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [.teddy/global.context](/.teddy/global.context)
- **Description:** Always show the rules.
````text
docs/a.md
````
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>) -> Option<Diagnostic> {
    let folder = path.value.permit(Access::Write(Author::Action)).err()?.place;
    let fault = RULE.broken(format!(
        "`{}` is in `{folder}`, which actions may not change.",
        path.value
    ));
    Some(
        fault
            .at_span(path.span.clone())
            .with_hint("Choose another path, or ask the user to make the change."),
    )
}
