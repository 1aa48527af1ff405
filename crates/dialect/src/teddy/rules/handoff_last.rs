use std::ops::Range;

use model::{Diagnostic, Severity, Verb};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "handoff-last",
    severity: Severity::Error,
    summary: "A handoff is the last action.",
    why: "Whoever hands over control has none left for another action.",
    bad: Example::actions(
        "\
### `CONCLUDE`
The work is done.

### `CHAT_WITH_USER`
Shall I go on?
",
    ),
    good: Example::actions(
        "\
### `CHAT_WITH_USER`
Shall I go on?

### `CONCLUDE`
The work is done.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("`{verb}` gives control away, but other actions follow.");
    let hint = "Make it the last action, and have only one `INVOKE` or `CONCLUDE`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
