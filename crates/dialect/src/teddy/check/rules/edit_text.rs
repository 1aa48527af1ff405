use model::{Diagnostic, RelPath, Severity, Spanned};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "edit-text",
    severity: Severity::Error,
    summary: "What is edited is a text file.",
    why: "Only text can be found and replaced.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [logo.png](/logo.png)
- **Description:** Change the color.

`FIND:`
````text
red
````
`REPLACE:`
````text
blue
````
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** Change the color.
- **Expected Outcome:** The logo is blue.
````shell
convert logo.png -fill blue logo.png
````
",
    ),
};

pub(in crate::teddy::check) fn fault(path: &Spanned<RelPath>, why: &str) -> Diagnostic {
    RULE.broken(format!("`{}` cannot be edited. {why}", path.value))
        .at_span(path.span.clone())
        .with_hint("Change it with a command in `EXECUTE`.")
}

pub(in crate::teddy::check) fn folder(path: &Spanned<RelPath>) -> Diagnostic {
    RULE.broken(format!("`{}` is a folder.", path.value))
        .at_span(path.span.clone())
        .with_hint("Name a file in it.")
}
