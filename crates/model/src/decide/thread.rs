//! Threads beside the primary one, and what each is about.

use super::draft::Draft;
use super::size;
use crate::event::Event;
use crate::id::{ThreadId, Uid};
use crate::limits;
use crate::refusal::{Refusal, Refusals};
use crate::thread::{Role, Thread};

pub(super) fn open(draft: &mut Draft<'_>, uid: Uid, topic: Option<&str>, folder: Option<&str>) -> Result<(), Refusals> {
    size::text("folder", folder.unwrap_or_default())?;
    size::chars("topic", topic.unwrap_or_default(), limits::TOPIC_CHARS)?;
    let Some(session) = &draft.state().session else {
        return Err(Refusal::UnknownThread(ThreadId::PRIMARY).into());
    };
    draft.record(Event::ThreadOpened(Thread {
        id: session.next_thread,
        uid,
        role: Role::Additional,
        topic: topic.map(str::to_owned),
        folder: folder.map(str::to_owned),
    }));
    Ok(())
}

/// Takes the thread's plan and signals down with it, as events of their own, so that `undo` brings all of it back.
pub(super) fn close(draft: &mut Draft<'_>, id: ThreadId) -> Result<(), Refusals> {
    let state = draft.thread(id)?.clone();
    if state.thread.role == Role::Primary {
        return Err(Refusal::PrimaryThread.into());
    }
    for signal in state.signals.values() {
        draft.record(Event::SignalSet {
            thread: id,
            id: signal.id.clone(),
            old: Some(signal.clone()),
            new: None,
        });
    }
    for task in state.tasks.rows() {
        draft.remove_task(id, task)?;
    }
    if state.plan.is_some() {
        draft.record(Event::PlanAdopted {
            thread: id,
            old: state.plan,
            new: None,
        });
    }
    draft.record(Event::ThreadClosed(state.thread));
    Ok(())
}

pub(super) fn set_topic(draft: &mut Draft<'_>, id: ThreadId, topic: &str) -> Result<(), Refusals> {
    let topic = topic.trim();
    size::chars("topic", topic, limits::TOPIC_CHARS)?;
    let old = draft.thread(id)?.thread.topic.clone();
    if old.as_deref() != Some(topic) {
        draft.record(Event::TopicSet {
            thread: id,
            old,
            new: Some(topic.to_owned()),
        });
    }
    Ok(())
}

/// Hands out a folder, or another one.
pub(super) fn set_folder(draft: &mut Draft<'_>, id: ThreadId, folder: &str) -> Result<(), Refusals> {
    size::text("folder", folder)?;
    let old = draft.thread(id)?.thread.folder.clone();
    if old.as_deref() != Some(folder) {
        draft.record(Event::FolderSet {
            thread: id,
            old,
            new: Some(folder.to_owned()),
        });
    }
    Ok(())
}

/// A thread that holds nothing is closed at once; a plan that was committed stays until the next commit.
pub(super) fn release(draft: &mut Draft<'_>, id: ThreadId) -> Result<(), Refusals> {
    let state = draft.thread(id)?;
    if state.thread.role == Role::Primary {
        return Err(Refusal::PrimaryThread.into());
    }
    let Some(folder) = state.thread.folder.clone() else {
        return Err(Refusal::UnknownThread(id).into());
    };
    if state.plan.is_none() && state.tasks.is_empty() {
        return close(draft, id);
    }
    draft.record(Event::FolderSet {
        thread: id,
        old: Some(folder),
        new: None,
    });
    Ok(())
}

#[cfg(test)]
#[path = "thread_tests.rs"]
mod tests;
