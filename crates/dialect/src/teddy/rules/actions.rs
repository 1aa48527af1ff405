//! Rules about actions: their headings, their order and their messages.

use std::ops::Range;

use model::{Diagnostic, Verb};

use super::quoted;
use crate::rules::rules;
use crate::teddy::heading::guess;

rules! {
    ACTION_MISSING: Error "action-missing",
        "A plan has at least one action.",
        "A plan without one does nothing.";
    ACTION_UNKNOWN: Error "action-unknown",
        "There are nine actions.",
        "An action that does not exist cannot be carried out, and another is not guessed.";
    ACTION_HEADING: Warning "action-heading",
        "An action is a heading of three marks with its name in back-ticks and capitals.",
        "Decoration makes it harder to tell an action from a text about one.";
    ACTION_NESTED: Error "action-nested",
        "An action is not part of a quote, a list, a comment or other text.",
        "Neither people nor machines can tell whether it is to be carried out.";
    ACTION_IN_BLOCK: Warning "action-in-block",
        "A block that holds the heading of an action is meant to hold it.",
        "A fence that is not closed in time swallows the actions after it.";
    ACTION_SWALLOWED: Error "action-swallowed",
        "A block ends before the next action.",
        "Its fence was not closed, and the fence of the action after it was taken for content.";
    HANDOFF_LAST: Error "handoff-last",
        "A handoff is the last action.",
        "Whoever hands over control has none left for another action.";
    MESSAGE_MISSING: Error "message-missing",
        "A message to the user says something.",
        "The user would be asked nothing.";
    MESSAGE_END: Error "message-end",
        "A message ends where it would end below a heading that stands alone.",
        "Markdown reads lines in a list or a paragraph in another way, so part of a message could be taken for an \
         action.";
}

pub(in crate::teddy) fn action_missing(span: Range<usize>) -> Diagnostic {
    let hint = "Add at least one below `## Action Plan`, such as ``### `READ` ``.";
    ACTION_MISSING.at(span, "The plan has no action.", hint)
}

pub(in crate::teddy) fn action_unknown(span: Range<usize>, text: &str) -> Diagnostic {
    let all: Vec<_> = Verb::ALL.iter().map(|verb| verb.word()).collect();
    let all = format!("The actions are {}.", all.join(", "));
    let hint = match guess(text) {
        Some(meant) => format!("Did you mean `{meant}`? {all}"),
        None => all,
    };
    let message = format!("There is no action {}; what stands below it is not read.", quoted(text));
    ACTION_UNKNOWN.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn action_heading(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("This is read as the action `{verb}`, but not written like one.");
    let hint = format!("Write ``### `{verb}` `` and nothing else on the line.");
    ACTION_HEADING.at(span, message, hint)
}

pub(in crate::teddy) fn action_nested(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("The action `{verb}` is hidden in other text and is not read.");
    let hint = "Begin the line with `###`, with an empty line before it.";
    ACTION_NESTED.at(span, message, hint)
}

pub(in crate::teddy) fn action_in_block(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("What looks like the action `{verb}` is content of this block.");
    let hint = "If it is meant as an action, close the block before it. If it is content, nothing needs to change.";
    ACTION_IN_BLOCK.at(span, message, hint)
}

pub(in crate::teddy) fn action_swallowed(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("The action `{verb}` is swallowed by the block above it, whose fence is not closed in time.");
    let hint = "Close that block before this line. If the action is meant as content, use a longer fence around it.";
    ACTION_SWALLOWED.at(span, message, hint)
}

pub(in crate::teddy) fn handoff_last(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("`{verb}` gives control away, but other actions follow.");
    let hint = "Make it the last action, and have only one `INVOKE` or `CONCLUDE`.";
    HANDOFF_LAST.at(span, message, hint)
}

pub(in crate::teddy) fn message_missing(span: Range<usize>) -> Diagnostic {
    MESSAGE_MISSING.at(span, "The message is empty.", "Write it below the heading.")
}

pub(in crate::teddy) fn message_end(span: Range<usize>, verb: Verb) -> Diagnostic {
    let message = format!("The message of this `{verb}` would be another one if its heading stood alone.");
    let hint = "Begin the line with `### `, put an empty line before it, and close every comment and every block of the message.";
    MESSAGE_END.at(span, message, hint)
}
