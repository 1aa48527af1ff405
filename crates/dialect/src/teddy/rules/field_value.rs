use model::{Diagnostic, Severity, Spanned, limits};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "field-value",
    severity: Severity::Error,
    summary: "A value is of its kind.",
    why: "A wrong number or word is not guessed.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
- **Timeout:** two minutes
````shell
cargo test
````
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
- **Timeout:** 120
````shell
cargo test
````
",
    ),
};

pub(in crate::teddy) fn timeout(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} is not a number of seconds.", quoted(&value.value));
    let hint = "Write whole seconds, such as `- **Timeout:** 120`.";
    RULE.broken(message).at_span(value.span).with_hint(hint)
}

pub(in crate::teddy) fn too_long(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} seconds are more than a command may take.", value.value);
    let hint = format!(
        "The most is {}, a day; most commands need far less.",
        limits::COMMAND_S_MAX
    );
    RULE.broken(message).at_span(value.span).with_hint(hint)
}

pub(in crate::teddy) fn allow_failure(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} is neither `true` nor `false`.", quoted(&value.value));
    let hint = "Write `- **Allow Failure:** true`, or leave it out.";
    RULE.broken(message).at_span(value.span).with_hint(hint)
}
