//! Raising and clearing signals. Both may be repeated without harm.

use super::draft::Draft;
use super::{claim, size};
use crate::command::SignalDraft;
use crate::event::Event;
use crate::id::{SignalId, ThreadId};
use crate::limits;
use crate::refusal::{Refusal, Refusals};
use crate::signal::{Signal, SignalState};
use crate::task::TaskRef;

pub(super) fn raise(draft: &mut Draft<'_>, thread: ThreadId, wanted: &SignalDraft) -> Result<(), Refusals> {
    check_not_derived(&wanted.id)?;
    size::text("message", &wanted.message)?;
    size::text("link", wanted.link.as_deref().unwrap_or_default())?;
    let state = draft.thread(thread)?;
    if let Some(number) = wanted.task.filter(|number| state.tasks.standing(*number).is_none()) {
        return Err(Refusal::UnknownTask(TaskRef::Number(number)).into());
    }
    let old = state.signals.get(&wanted.id).cloned();
    if !old.as_ref().is_some_and(|old| is_same(old, wanted)) {
        let others = state.open_signals().filter(|open| open.id != wanted.id).count();
        size::within("open signals", others + 1, limits::OPEN_SIGNALS)?;
        let new = Signal {
            id: wanted.id.clone(),
            task: wanted.task,
            level: wanted.level,
            message: wanted.message.clone(),
            link: wanted.link.clone(),
            state: SignalState::Open {
                by: draft.ask.by.clone(),
                at: draft.ask.at,
            },
        };
        draft.record(Event::SignalSet {
            thread,
            id: wanted.id.clone(),
            old,
            new: Some(new),
        });
    }
    claim::renew(draft, thread);
    Ok(())
}

pub(super) fn clear(draft: &mut Draft<'_>, thread: ThreadId, id: &SignalId) -> Result<(), Refusals> {
    check_not_derived(id)?;
    let Some(old) = draft.thread(thread)?.signals.get(id).cloned() else {
        return Err(Refusal::UnknownSignal(id.clone()).into());
    };
    if old.is_open() {
        let new = Signal {
            state: SignalState::Closed {
                by: draft.ask.by.clone(),
                at: draft.ask.at,
            },
            ..old.clone()
        };
        draft.record(Event::SignalSet {
            thread,
            id: id.clone(),
            old: Some(old),
            new: Some(new),
        });
    }
    claim::renew(draft, thread);
    Ok(())
}

fn is_same(old: &Signal, wanted: &SignalDraft) -> bool {
    old.is_open()
        && old.task == wanted.task
        && old.level == wanted.level
        && old.message == wanted.message
        && old.link == wanted.link
}

fn check_not_derived(id: &SignalId) -> Result<(), Refusal> {
    if Signal::DERIVED.contains(&id.as_str()) {
        return Err(Refusal::DerivedSignal(id.clone()));
    }
    Ok(())
}
