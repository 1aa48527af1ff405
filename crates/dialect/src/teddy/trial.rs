//! Whether a message is the same below a heading as it should be.
//!
//! Markdown lets a paragraph or a list go on where a heading would have ended it. A heading that was only recognized in
//! one of them may therefore have another message below it than the heading that is meant.

use memchr::memchr_iter;
use model::{Action, RelPath, Spanned, Verb};

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
    if notes.purpose == Purpose::Trial || !may_differ(&action, group, notes) || reads_back(&action, position) {
        return Ok(action);
    }
    notes.add(rules::message_end(group.heading.clone(), verb));
    Err(None)
}

/// `false` where the canonical form cannot say anything else, which is nearly always.
fn may_differ(action: &Action, group: &Group, notes: &Notes<'_>) -> bool {
    let Some(message) = message(action) else { return false };
    if has_lone_return(notes.text(&message.span)) {
        return true;
    }
    let message = &message.value;
    let is_chat = action.verb() == Verb::Chat;
    if is_chat && stands_alone(group.heading.start, notes.source) {
        return false;
    }
    let is_word = |line: &str| line.is_empty() || line.starts_with(char::is_alphabetic);
    // Words with a colon could be fields.
    (!is_chat && message.contains(':')) || !message.split('\n').all(is_word)
}

/// Whether a heading begins at the margin, with a space after its marks: no paragraph or list goes on there.
fn stands_alone(heading: usize, source: &str) -> bool {
    let (before, line) = source.split_at(heading);
    let text = line.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(line.len() - text.len())) && text.starts_with(' ');
    is_heading && (before.is_empty() || before.ends_with('\n'))
}

/// Two carriage returns before a newline end two lines, and none of them is kept.
fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

fn message(action: &Action) -> Option<&Spanned<String>> {
    match action {
        Action::Chat(chat) => Some(&chat.message),
        Action::Invoke(invoke) => Some(&invoke.message),
        Action::Conclude(conclude) => Some(&conclude.message),
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
