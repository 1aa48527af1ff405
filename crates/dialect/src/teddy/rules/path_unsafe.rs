use std::ops::Range;

use model::{Diagnostic, PathFault, Severity};

use super::quoted;
use crate::rule::{Example, Rule};
use crate::teddy::target::Form;

pub const RULE: Rule = Rule {
    name: "path-unsafe",
    severity: Severity::Error,
    summary: "A path stays inside the project.",
    why: "Nothing outside of it may be read or changed.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** [../secret](/../secret)
- **Description:** Learn the rules.
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

pub(in crate::teddy) fn fault(span: Range<usize>, path: &str, why: PathFault, form: Form) -> Diagnostic {
    let message = format!("The path {} is refused: {why}.", quoted(path));
    let hint = match form {
        Form::Link => "Name a file by its path from the project's root, such as `[src/main.rs](/src/main.rs)`.",
        Form::Any => "Name a folder by its path from the project's root, such as `crates/app`, or leave `cwd` out.",
    };
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn folder(span: Range<usize>, path: &str) -> Diagnostic {
    let message = format!("{} is a folder, and a file is needed.", quoted(path));
    let hint = "Name the file; missing folders are made by themselves.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
