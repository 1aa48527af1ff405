use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::check::view::{Ending, TurnView};

pub const RULE: Rule = Rule {
    name: "conclude-caller",
    severity: Severity::Error,
    summary: "Only an agent that was invoked, or that works on a task, concludes.",
    why: "There is nobody to return control to.",
    bad: Example::actions("### `CONCLUDE`\nThe work is done.\n"),
    good: Example::actions("### `CHAT_WITH_USER`\nThe work is done.\n"),
};

pub(in crate::teddy::check) fn check(span: Range<usize>, turn: Option<&TurnView>) -> Option<Diagnostic> {
    match turn?.ending {
        Ending::Return | Ending::Finish => None,
        Ending::Nowhere => {
            let fault = RULE.broken("Nobody invoked this agent, so there is nobody to return to.");
            Some(
                fault
                    .at_span(span)
                    .with_hint("Tell the user with `CHAT_WITH_USER` instead."),
            )
        }
    }
}
