use std::ops::Range;

use model::{Diagnostic, RelPath, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "path-outside",
    severity: Severity::Error,
    summary: "No link on the way to a file leads out of the project.",
    why: "Nothing outside of it may be read or changed, by whatever name.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [outside/secret](/outside/secret)
- **Description:** Follow a link to another folder.
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

pub(in crate::teddy::check) fn fault(span: Range<usize>, path: &RelPath) -> Diagnostic {
    RULE.broken(format!("`{path}` leads out of the project through a link."))
        .at_span(span)
        .with_hint("Name a file of the project.")
}
