//! Whether a message is the same below a heading as it should be.
//!
//! Markdown lets a paragraph or a list go on where a heading would have ended it. A heading that was only recognized in
//! one of them may therefore have another message below it than the heading that is meant.

use model::{Action, RelPath, Verb};

use super::groups::Group;
use super::notes::{Notes, Purpose};
use super::read::{Position, read_for};
use super::{rules, write_action};

const BEFORE: &str = "# T\n- **Status:** S\n\n## Action Plan\n\n";
const AFTER: &str = "\n### `CHAT_WITH_USER`\nx\n";

/// The action, unless its canonical form says something else.
pub(super) fn pass(
    action: Action,
    group: &Group,
    position: Position,
    notes: &mut Notes<'_>,
) -> Result<Action, Option<RelPath>> {
    let verb = action.verb();
    if notes.purpose == Purpose::Trial || !may_differ(&action) || reads_back(&action, position) {
        return Ok(action);
    }
    notes.add(rules::message_end::fault(group.heading.clone(), verb));
    Err(None)
}

/// `false` where nothing but paragraphs can be seen in the message, whatever stands above it.
fn may_differ(action: &Action) -> bool {
    let Some(message) = message(action) else { return false };
    let is_word = |line: &str| line.is_empty() || line.starts_with(char::is_alphabetic);
    // Words with a colon could be fields.
    let may_be_fields = action.verb() != Verb::Chat && message.contains(':');
    may_be_fields || message.contains('\r') || !message.split('\n').all(is_word)
}

fn message(action: &Action) -> Option<&str> {
    match action {
        Action::Chat(chat) => Some(&chat.message.value),
        Action::Invoke(invoke) => Some(&invoke.message.value),
        Action::Conclude(conclude) => Some(&conclude.message.value),
        _ => None,
    }
}

fn reads_back(action: &Action, position: Position) -> bool {
    let (after, count) = match position {
        Position::Between => (AFTER, 2),
        Position::Last => ("", 1),
    };
    let text = [BEFORE, &write_action(action), after].concat();
    let reading = read_for(&text, Purpose::Trial);
    let actions = reading.proposal.actions;
    actions.len() == count && reading.broken.is_empty() && actions[0].value == *action
}
