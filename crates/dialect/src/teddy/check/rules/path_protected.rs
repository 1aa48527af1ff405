use model::{Diagnostic, RelPath, Severity, Spanned};

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

const AT_THE_ROOT: [&str; 3] = [".teddy", ".rawko", ".planwright"];
/// Repositories may lie within each other.
const ANYWHERE: &str = ".git";

pub(in crate::teddy::check) fn check(path: &Spanned<RelPath>) -> Option<Diagnostic> {
    let mut segments = path.value.as_str().split('/');
    let first = segments.clone().next()?;
    let at_root = AT_THE_ROOT.into_iter().find(|name| first.eq_ignore_ascii_case(name));
    let inside = segments
        .any(|segment| segment.eq_ignore_ascii_case(ANYWHERE))
        .then_some(ANYWHERE);
    let folder = at_root.or(inside)?;
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
