use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use super::quoted;
use crate::rule::{Example, Rule};
use crate::teddy::heading::guess;

pub const RULE: Rule = Rule {
    name: "action-unknown",
    severity: Severity::Error,
    summary: "There are nine actions.",
    why: "An action that does not exist cannot be carried out, and another is not guessed.",
    bad: Example::actions(
        "\
### `RENAME`
- **From:** a.txt
- **To:** b.txt
",
    ),
    good: Example::actions(
        "\
### `EXECUTE`
- **Description:** Rename the file.
- **Expected Outcome:** No output.
````shell
git mv a.txt b.txt
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, text: &str) -> Diagnostic {
    let all: Vec<_> = Verb::ALL.iter().map(|verb| verb.as_str()).collect();
    let all = format!("The actions are {}.", all.join(", "));
    let hint = match guess(text) {
        Some(meant) => format!("Did you mean `{meant}`? {all}"),
        None => all,
    };
    let message = format!("There is no action {}; what stands below it is not read.", quoted(text));
    RULE.broken(message).at_span(span).with_hint(hint)
}
