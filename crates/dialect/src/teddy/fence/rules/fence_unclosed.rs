use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "fence-unclosed",
    severity: Severity::Error,
    summary: "Every block is closed before the next part of the plan begins.",
    why: "An open block swallows the actions after it. At the end of a plan it is the sign of an answer that was cut \
          off, so its content cannot be trusted either.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** Build it.
````shell
make
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** Build it.
````shell
make
````
",
    ),
};

pub(in crate::teddy::fence) fn open(marks: &str) -> Diagnostic {
    RULE.broken("This block is not closed before the next part of the plan begins, or not at all.")
        .with_hint(format!(
            "Add a line of {} marks like `{}` where it ends.",
            marks.len(),
            clipped(marks)
        ))
}

fn clipped(marks: &str) -> &str {
    &marks[..marks.len().min(20)]
}
