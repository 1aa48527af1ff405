//! Applies what happened. Total: any event applies to any state.

use crate::event::Event;
use crate::id::{TaskNumber, ThreadId};
use crate::operation::{OpVersion, Operation};
use crate::state::{State, ThreadState};
use crate::task::Task;

pub fn evolve(mut state: State, event: &Event) -> State {
    state.apply(event);
    state
}

impl State {
    /// Applies a whole operation and moves the session's version to it.
    pub fn apply_operation(&mut self, operation: &Operation) {
        for event in &operation.events {
            self.apply(event);
        }
        if let Some(session) = &mut self.session {
            session.version = operation.version;
        }
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Consulted(_) => {}
            Event::SessionOpened(session) => self.session = Some(session.clone()),
            Event::SummarySet { new, .. } => {
                if let Some(session) = &mut self.session {
                    session.summary.clone_from(new);
                }
            }
            Event::ThreadOpened(thread) => {
                if let Some(session) = &mut self.session {
                    session.next_thread = session.next_thread.max(ThreadId(thread.id.0.saturating_add(1)));
                }
                let mut opened = ThreadState::new(thread.clone());
                opened.next_number = self.closed.remove(&thread.id).unwrap_or(opened.next_number);
                self.threads.insert(thread.id, opened);
            }
            Event::ThreadClosed(thread) => {
                let closed = self.threads.remove(&thread.id);
                self.closed.extend(closed.map(|state| (thread.id, state.next_number)));
            }
            Event::TopicSet { thread, new, .. } => self.on(*thread, |t| t.thread.topic.clone_from(new)),
            Event::FolderSet { thread, new, .. } => self.on(*thread, |t| t.thread.folder.clone_from(new)),
            Event::PlanAdopted { thread, new, .. } => self.on(*thread, |t| t.plan.clone_from(new)),
            Event::TaskAdded { thread, task } => self.on(*thread, |t| t.add(task.clone())),
            Event::TaskRemoved { thread, task } => self.on(*thread, |t| t.remove(task.number)),
            Event::TaskEdited {
                thread, number, new, ..
            } => {
                self.on_task(*thread, *number, |task| task.brief.clone_from(new));
            }
            Event::TaskReordered {
                thread, number, new, ..
            } => {
                self.on_task(*thread, *number, |task| task.order = *new);
            }
            Event::DependenciesSet {
                thread, number, new, ..
            } => {
                self.on_task(*thread, *number, |task| task.after.clone_from(new));
            }
            Event::TaskMoved {
                thread, number, new, ..
            } => {
                self.on_task(*thread, *number, |task| task.state.clone_from(new));
            }
            Event::SignalSet { thread, id, new, .. } => self.on(*thread, |t| match new {
                Some(signal) => drop(t.signals.insert(id.clone(), signal.clone())),
                None => drop(t.signals.remove(id)),
            }),
        }
    }

    pub fn version(&self) -> OpVersion {
        self.session.as_ref().map_or(OpVersion::ZERO, |session| session.version)
    }

    fn on(&mut self, thread: ThreadId, change: impl FnOnce(&mut ThreadState)) {
        if let Some(thread) = self.threads.get_mut(&thread) {
            change(thread);
        }
    }

    fn on_task(&mut self, thread: ThreadId, number: TaskNumber, change: impl FnOnce(&mut Task)) {
        self.on(thread, |t| {
            if let Some(task) = t.tasks.get_mut(number) {
                *t.counts.slot(task.standing()) -= 1;
                change(task);
                *t.counts.slot(task.standing()) += 1;
            }
        });
    }
}

impl ThreadState {
    fn add(&mut self, task: Task) {
        // No decision adds what is there, but a fold must come to the same counts whatever it is given.
        self.remove(task.number);
        self.next_number = self.next_number.max(TaskNumber(task.number.0.saturating_add(1)));
        *self.counts.slot(task.standing()) += 1;
        self.tasks.insert(task);
    }

    fn remove(&mut self, number: TaskNumber) {
        if let Some(task) = self.tasks.get_mut(number) {
            *self.counts.slot(task.standing()) -= 1;
        }
        self.tasks.remove(number);
    }
}

#[cfg(test)]
#[path = "evolve_tests.rs"]
mod tests;
