use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "block-missing",
    severity: Severity::Error,
    summary: "An action has its fenced block.",
    why: "The block is what is written, run, searched or replaced.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let (what, how) = match verb {
        Verb::Create => (
            "content",
            "the content of the file (an empty block makes an empty file)",
        ),
        Verb::Edit => (
            "pair of `FIND:` and `REPLACE:` blocks",
            "what to find and what to put in its place",
        ),
        Verb::Execute => ("command", "the command"),
        _ => ("query", "one query"),
    };
    let message = format!("`{verb}` has no {what}.");
    let hint = format!("Add a fenced block with {how}.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
