use model::{Diagnostic, Severity, Spanned, limits};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "timeout-long",
    severity: Severity::Warning,
    summary: "A command that may run for hours is pointed out.",
    why: "Nothing else happens in the session until it ends, and one that hangs is noticed only then.",
    bad: Example::actions(
        "\
### `EXECUTE`
- **Description:** Run the tests.
- **Expected Outcome:** All of them pass.
- **Timeout:** 43200
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
- **Timeout:** 1200
````shell
cargo test
````
",
    ),
};

/// `None` for what nobody needs to be told of.
pub(in crate::teddy) fn fault(timeout: &Spanned<u64>) -> Option<Diagnostic> {
    let seconds = timeout.value;
    let minutes = seconds / 60;
    (seconds > limits::COMMAND_S_UNREMARKED).then(|| {
        let message = format!("This command may run for {} h {} min.", minutes / 60, minutes % 60);
        let hint = "Write the seconds that it really needs; without a `Timeout` it has ten minutes.";
        RULE.broken(message).at_span(timeout.span.clone()).with_hint(hint)
    })
}
