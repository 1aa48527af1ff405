//! What happened. Each event carries the old and the new value, so that its inverse is the same event turned around.

use std::fmt;
use std::mem::swap;

use crate::consultation::Consultation;
use crate::id::{SignalId, TaskNumber, ThreadId};
use crate::plan::Plan;
use crate::session::{Session, Summary};
use crate::signal::Signal;
use crate::task::{Brief, Task, TaskState};
use crate::thread::Thread;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    SessionOpened(Session),
    SummarySet {
        old: Option<Summary>,
        new: Option<Summary>,
    },
    ThreadOpened(Thread),
    ThreadClosed(Thread),
    TopicSet {
        thread: ThreadId,
        old: Option<String>,
        new: Option<String>,
    },
    FolderSet {
        thread: ThreadId,
        old: Option<String>,
        new: Option<String>,
    },
    PlanAdopted {
        thread: ThreadId,
        old: Option<Plan>,
        new: Option<Plan>,
    },
    TaskAdded {
        thread: ThreadId,
        task: Task,
    },
    TaskRemoved {
        thread: ThreadId,
        task: Task,
    },
    TaskEdited {
        thread: ThreadId,
        number: TaskNumber,
        old: Brief,
        new: Brief,
    },
    TaskReordered {
        thread: ThreadId,
        number: TaskNumber,
        old: u32,
        new: u32,
    },
    DependenciesSet {
        thread: ThreadId,
        number: TaskNumber,
        old: Vec<TaskNumber>,
        new: Vec<TaskNumber>,
    },
    TaskMoved {
        thread: ThreadId,
        number: TaskNumber,
        old: TaskState,
        new: TaskState,
    },
    SignalSet {
        thread: ThreadId,
        id: SignalId,
        old: Option<Signal>,
        new: Option<Signal>,
    },
    Consulted(Consultation),
}

/// What an event is about. Two operations that share a subject cannot be taken back independently.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Session,
    /// A thread as a whole: whatever is within it comes and goes with it.
    Thread(ThreadId),
    Topic(ThreadId),
    Folder(ThreadId),
    Plan(ThreadId),
    Task(ThreadId, TaskNumber),
    Signal(ThreadId, SignalId),
    /// What language models were asked. Nothing depends on it.
    Counsel,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session => f.write_str("session"),
            Self::Thread(thread) => write!(f, "{thread}"),
            Self::Topic(thread) => write!(f, "{thread}/topic"),
            Self::Folder(thread) => write!(f, "{thread}/folder"),
            Self::Plan(thread) => write!(f, "{thread}/plan"),
            Self::Task(thread, number) => write!(f, "{thread}/task/{number}"),
            Self::Signal(thread, id) => write!(f, "{thread}/signal/{id}"),
            Self::Counsel => f.write_str("counsel"),
        }
    }
}

impl Subject {
    /// The thread that this is a part of.
    pub fn within(&self) -> Option<Self> {
        match self {
            Self::Session | Self::Thread(_) | Self::Counsel => None,
            Self::Topic(thread)
            | Self::Folder(thread)
            | Self::Plan(thread)
            | Self::Task(thread, _)
            | Self::Signal(thread, _) => Some(Self::Thread(*thread)),
        }
    }
}

impl Event {
    /// What the event changed.
    pub fn subject(&self) -> Subject {
        match self {
            Self::SessionOpened(_) | Self::SummarySet { .. } => Subject::Session,
            Self::Consulted(_) => Subject::Counsel,
            Self::ThreadOpened(thread) | Self::ThreadClosed(thread) => Subject::Thread(thread.id),
            Self::TopicSet { thread, .. } => Subject::Topic(*thread),
            Self::FolderSet { thread, .. } => Subject::Folder(*thread),
            Self::PlanAdopted { thread, .. } => Subject::Plan(*thread),
            Self::TaskAdded { thread, task } | Self::TaskRemoved { thread, task } => {
                Subject::Task(*thread, task.number)
            }
            Self::TaskEdited { thread, number, .. }
            | Self::TaskReordered { thread, number, .. }
            | Self::DependenciesSet { thread, number, .. }
            | Self::TaskMoved { thread, number, .. } => Subject::Task(*thread, *number),
            Self::SignalSet { thread, id, .. } => Subject::Signal(*thread, id.clone()),
        }
    }

    /// The tasks that the event leaned on without changing them: they cannot be taken away any more.
    pub fn leans_on(&self) -> Vec<Subject> {
        let (thread, numbers) = match self {
            Self::TaskAdded { thread, task } => (*thread, &task.after),
            Self::DependenciesSet { thread, new, .. } => (*thread, new),
            Self::SignalSet { thread, new, .. } => {
                let task = new.as_ref().and_then(|signal| signal.task);
                return task.map(|number| Subject::Task(*thread, number)).into_iter().collect();
            }
            _ => return Vec::new(),
        };
        numbers.iter().map(|number| Subject::Task(thread, *number)).collect()
    }

    /// A claim taken, renewed or handed back: it says who is busy, and is never taken back by `undo`.
    pub fn is_claim(&self) -> bool {
        use crate::task::Standing::{Doing, Todo};
        match self {
            Self::TaskMoved { old, new, .. } => {
                matches!((old.standing(), new.standing()), (Todo | Doing, Doing) | (Doing, Todo))
            }
            _ => false,
        }
    }

    /// Tells what was done, and changes nothing.
    pub fn is_telling(&self) -> bool {
        matches!(self, Self::Consulted(_))
    }

    /// A claim that only got a later end. Nobody depends on it.
    pub fn is_renewal(&self) -> bool {
        match self {
            Self::TaskMoved {
                old: TaskState::Doing(old),
                new: TaskState::Doing(new),
                ..
            } => old.fence == new.fence,
            _ => false,
        }
    }

    /// The event that takes this one back; `None` for the birth of the session.
    pub fn inverse(&self) -> Option<Self> {
        Some(match self.clone() {
            Self::SessionOpened(_) => return None,
            Self::ThreadOpened(thread) => Self::ThreadClosed(thread),
            Self::ThreadClosed(thread) => Self::ThreadOpened(thread),
            Self::TaskAdded { thread, task } => Self::TaskRemoved { thread, task },
            Self::TaskRemoved { thread, task } => Self::TaskAdded { thread, task },
            mut other => {
                other.turn();
                other
            }
        })
    }

    /// What was will be, where the event says both.
    fn turn(&mut self) {
        match self {
            Self::SessionOpened(_)
            | Self::Consulted(_)
            | Self::ThreadOpened(_)
            | Self::ThreadClosed(_)
            | Self::TaskAdded { .. }
            | Self::TaskRemoved { .. } => {}
            Self::SummarySet { old, new } => swap(old, new),
            Self::TopicSet { old, new, .. } | Self::FolderSet { old, new, .. } => swap(old, new),
            Self::PlanAdopted { old, new, .. } => swap(old, new),
            Self::TaskEdited { old, new, .. } => swap(old, new),
            Self::TaskReordered { old, new, .. } => swap(old, new),
            Self::DependenciesSet { old, new, .. } => swap(old, new),
            Self::TaskMoved { old, new, .. } => swap(old, new),
            Self::SignalSet { old, new, .. } => swap(old, new),
        }
    }
}
