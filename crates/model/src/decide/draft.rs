//! A decision in the making: the state as it would be, and the events that lead there.

use super::{Ask, moves};
use crate::event::Event;
use crate::id::{Fence, TaskNumber, ThreadId};
use crate::refusal::Refusal;
use crate::state::{State, ThreadState};
use crate::task::Task;

pub(super) struct Draft<'a> {
    state: State,
    events: Vec<Event>,
    pub ask: Ask<'a>,
}

impl<'a> Draft<'a> {
    pub fn new(state: &State, ask: Ask<'a>) -> Self {
        Self {
            state: state.clone(),
            events: Vec::new(),
            ask,
        }
    }

    pub fn record(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn thread(&self, id: ThreadId) -> Result<&ThreadState, Refusal> {
        self.state.threads.get(&id).ok_or(Refusal::UnknownThread(id))
    }

    /// The operation's own version: no earlier claim of the session can have it.
    pub fn fence(&self) -> Fence {
        Fence(self.state.version().next().0)
    }

    /// Sets what a task waits for; `false` if it waited for just that already.
    pub fn relink(&mut self, thread: ThreadId, number: TaskNumber, new: Vec<TaskNumber>) -> bool {
        let tasks = self.state.threads.get(&thread).map(|state| &state.tasks);
        let old = tasks.map(|tasks| tasks.after(number).to_vec()).unwrap_or_default();
        let is_new = old != new;
        if is_new {
            self.record(Event::DependenciesSet {
                thread,
                number,
                old,
                new,
            });
        }
        is_new
    }

    /// Nobody's task is taken away while it is being worked on.
    pub fn remove_task(&mut self, thread: ThreadId, task: &Task) -> Result<(), Refusal> {
        moves::check_holder(task, self.ask)?;
        self.record(Event::TaskRemoved {
            thread,
            task: task.clone(),
        });
        Ok(())
    }

    /// How many events it takes so far.
    pub fn steps(&self) -> usize {
        self.events.len()
    }

    /// Work that is left re-opens a closed session.
    pub fn reopen_if_incomplete(&mut self, thread: ThreadId) {
        let complete = self.state.threads.get(&thread).is_none_or(|t| t.counts.is_complete());
        let summary = self.state.session.as_ref().and_then(|session| session.summary.clone());
        if let (false, Some(summary)) = (complete, summary) {
            self.record(Event::SummarySet {
                old: Some(summary),
                new: None,
            });
        }
    }

    pub fn into_events(self) -> Vec<Event> {
        self.events
    }
}
