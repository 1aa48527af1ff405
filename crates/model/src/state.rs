//! What is true now: a session with its threads, whole or the part that one decision looks at.

use std::collections::BTreeMap;

use crate::id::{SignalId, TaskNumber, ThreadId};
use crate::plan::Plan;
use crate::session::Session;
use crate::signal::Signal;
use crate::task::Standing;
use crate::tasks::Tasks;
use crate::thread::{Role, Thread};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// `None` until the session is opened.
    pub session: Option<Session>,
    pub threads: BTreeMap<ThreadId, ThreadState>,
    /// The next number of each closed thread: if it comes back, it goes on from there.
    pub closed: BTreeMap<ThreadId, TaskNumber>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadState {
    pub thread: Thread,
    pub plan: Option<Plan>,
    /// The number that the next new task gets.
    pub next_number: TaskNumber,
    pub counts: Counts,
    pub tasks: Tasks,
    /// Every open signal, and the closed ones that were asked for.
    pub signals: BTreeMap<SignalId, Signal>,
}

/// How many tasks stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub todo: u64,
    pub doing: u64,
    pub done: u64,
    pub failed: u64,
    pub dropped: u64,
}

impl ThreadState {
    pub fn new(thread: Thread) -> Self {
        Self {
            thread,
            plan: None,
            next_number: TaskNumber(1),
            counts: Counts::default(),
            tasks: Tasks::whole(),
            signals: BTreeMap::new(),
        }
    }

    /// Its plan folder was taken back after its plan had been committed: it goes with the next commit.
    pub fn is_leaving(&self) -> bool {
        let is_allocated = self.thread.role == Role::Primary || self.thread.folder.is_some();
        !is_allocated && self.plan.as_ref().is_some_and(|plan| plan.filed.is_some())
    }

    pub fn open_signals(&self) -> impl Iterator<Item = &Signal> {
        self.signals.values().filter(|signal| signal.is_open())
    }
}

impl Counts {
    pub fn total(&self) -> u64 {
        self.todo + self.doing + self.done + self.failed + self.dropped
    }

    pub fn settled(&self) -> u64 {
        self.done + self.dropped
    }

    /// Every task is done or dropped, and there is at least one.
    pub fn is_complete(&self) -> bool {
        self.total() > 0 && self.settled() == self.total()
    }

    pub fn of(&self, standing: Standing) -> u64 {
        match standing {
            Standing::Todo => self.todo,
            Standing::Doing => self.doing,
            Standing::Done => self.done,
            Standing::Failed => self.failed,
            Standing::Dropped => self.dropped,
        }
    }

    pub fn slot(&mut self, standing: Standing) -> &mut u64 {
        match standing {
            Standing::Todo => &mut self.todo,
            Standing::Doing => &mut self.doing,
            Standing::Done => &mut self.done,
            Standing::Failed => &mut self.failed,
            Standing::Dropped => &mut self.dropped,
        }
    }
}
