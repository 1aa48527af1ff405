//! Each kind of action, from the blocks below its heading.

mod body;
mod create;
mod edit;
mod execute;
mod handoff;
mod message;
mod names;
mod research;
mod resource;

use model::proposal::Chat;
use model::{Action, RelPath, Verb};

use super::groups::Group;
use super::notes::Notes;
use super::read::Position;
use body::Body;

/// The action, or the file that a broken one is about.
pub(super) fn read(
    verb: Verb,
    group: &Group,
    position: Position,
    notes: &mut Notes<'_>,
) -> Result<Action, Option<RelPath>> {
    if verb.has_message() {
        return match verb {
            Verb::Chat => chat(group, notes).map(Action::Chat),
            Verb::Invoke => handoff::invoke(group, notes).map(Action::Invoke),
            _ => handoff::conclude(group, notes).map(Action::Conclude),
        }
        .ok_or(None);
    }
    let body = Body::read(verb, group, position, notes);
    match verb {
        Verb::Create => create::read(body, notes).map(Action::Create),
        Verb::Edit => edit::read(body, notes).map(Action::Edit),
        Verb::Execute => execute::read(body, notes).map(Action::Execute).ok_or(None),
        Verb::Research => research::read(body, notes).map(Action::Research).ok_or(None),
        Verb::Prune => resource::prune(body, notes).map(Action::Prune).ok_or(None),
        _ => resource::read(body, notes).map(Action::Read).ok_or(None),
    }
}

fn chat(group: &Group, notes: &mut Notes<'_>) -> Option<Chat> {
    let message = message::text(group, 0, group.heading.end, notes);
    if message.value.is_empty() {
        notes.add(super::rules::message_missing(group.heading.clone()));
        return None;
    }
    Some(Chat { message })
}
