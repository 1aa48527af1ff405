//! May this happen, and what happens if it does? The one place where the laws of plans are enforced.

mod add;
mod adopt;
mod change;
mod claim;
mod commit;
mod criteria;
mod draft;
mod drive;
mod insert;
mod links;
mod moves;
mod open;
mod replan;
mod restate;
mod signal;
mod size;
#[cfg(test)]
pub(crate) mod testing;
mod thread;
mod undo;

use crate::agent::AgentName;
use crate::command::Command;
use crate::event::Event;
use crate::id::ThreadId;
use crate::refusal::Refusals;
use crate::state::State;
use crate::time::Timestamp;
use draft::Draft;

/// Who asks, and when.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    pub by: &'a AgentName,
    pub at: Timestamp,
}

/// The events that the command leads to, none if it changes nothing, or every reason why it cannot be done.
pub fn decide(state: &State, command: &Command, ask: Ask<'_>) -> Result<Vec<Event>, Refusals> {
    let mut draft = Draft::new(state, ask);
    match command {
        Command::Open(opening) => open::open(&mut draft, opening)?,
        Command::Change(change) => change::change(&mut draft, change)?,
        Command::Claim { thread, task } => claim::claim(&mut draft, *thread, task)?,
        Command::Renew { thread } => claim::renew(&mut draft, *thread),
        Command::Raise { thread, signal } => signal::raise(&mut draft, *thread, signal)?,
        Command::Clear { thread, id } => signal::clear(&mut draft, *thread, id)?,
        Command::OpenThread { uid, topic, folder } => {
            thread::open(&mut draft, *uid, topic.as_deref(), folder.as_deref())?;
        }
        Command::CloseThread { thread } => thread::close(&mut draft, *thread)?,
        Command::ReleaseThread { thread } => thread::release(&mut draft, *thread)?,
        Command::SetTopic { thread, topic } => thread::set_topic(&mut draft, *thread, topic)?,
        Command::SetFolder { thread, folder } => thread::set_folder(&mut draft, *thread, folder)?,
        Command::Adopt(adoption) => adopt::adopt(&mut draft, adoption)?,
        Command::Replan(replanning) => replan::replan(&mut draft, replanning)?,
        Command::Restate(restatement) => restate::restate(&mut draft, restatement)?,
        Command::Insert { thread, after, task } => insert::insert(&mut draft, *thread, *after, task)?,
        Command::Commit(filings) => commit::commit(&mut draft, filings)?,
        Command::Undo(undoing) => undo::undo(&mut draft, undoing)?,
        Command::Drive(drive) => drive::drive(&mut draft, drive)?,
        Command::Consult(consultation) => {
            draft.thread(ThreadId::PRIMARY)?;
            size::text("outcome", &consultation.outcome)?;
            draft.record(Event::Consulted(consultation.clone()));
        }
    }
    Ok(draft.into_events())
}
