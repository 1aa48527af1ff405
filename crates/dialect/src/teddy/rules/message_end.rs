use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "message-end",
    severity: Severity::Error,
    summary: "A message ends where it would end below a heading that stands alone.",
    why: "Markdown reads lines in a list or a paragraph in another way, so part of a message could be taken for an action.",
    bad: Example::actions(
        "\
### `CHAT_WITH_USER`
- Done:
  - the tests

  ### `CHAT_WITH_USER`
  <!-- To do: the docs
### `CHAT_WITH_USER`
Shall I go on?
",
    ),
    good: Example::actions(
        "\
### `CHAT_WITH_USER`
- Done:
  - the tests

### `CHAT_WITH_USER`
<!-- To do: the docs -->

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("The message of this `{verb}` would be another one if its heading stood alone.");
    let hint = "Begin the line with `### `, put an empty line before it, and close every comment and every block of the message.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
