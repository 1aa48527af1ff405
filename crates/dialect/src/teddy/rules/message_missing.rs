use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "message-missing",
    severity: Severity::Error,
    summary: "A message to the user says something.",
    why: "The user would be asked nothing.",
    bad: Example::actions("### `CHAT_WITH_USER`\n"),
    good: Example::actions(
        "\
### `CHAT_WITH_USER`
Shall I go on?
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "The message is empty.";
    let hint = "Write it below the heading.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
