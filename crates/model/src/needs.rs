//! What a command must look at before it can be decided, so that a change to one task does not load the plan.

use std::collections::BTreeSet;

use crate::agent::AgentName;
use crate::command::{Change, Command, Undoing};
use crate::event::Event;
use crate::id::{SignalId, ThreadId};
use crate::key::TaskKey;
use crate::task::TaskRef;

/// The session's own facts, the thread's counts, its open signals and the asker's claims are always loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    pub thread: ThreadId,
    pub asker: AgentName,
    /// Everything there is, in every thread.
    pub whole: bool,
    /// Tasks in full, and where their dependencies stand.
    pub named: BTreeSet<TaskRef>,
    /// Tasks of which only the standing matters.
    pub mentioned: BTreeSet<TaskRef>,
    /// What the named and mentioned tasks wait for, all the way up.
    pub ancestors: bool,
    /// Keys that a decision wants to give away.
    pub keys: BTreeSet<TaskKey>,
    /// Keys that new tasks would like, in order; each is looked up with the task's number added, too.
    pub numbered_keys: Vec<TaskKey>,
    pub signals: BTreeSet<SignalId>,
    /// Paths of which it matters who creates them.
    pub paths: BTreeSet<String>,
}

impl Needs {
    pub fn none(thread: ThreadId, asker: AgentName) -> Self {
        Self {
            thread,
            asker,
            whole: false,
            named: BTreeSet::new(),
            mentioned: BTreeSet::new(),
            ancestors: false,
            keys: BTreeSet::new(),
            numbered_keys: Vec::new(),
            signals: BTreeSet::new(),
            paths: BTreeSet::new(),
        }
    }

    pub fn of(command: &Command, asker: &AgentName) -> Self {
        let none = |thread: &ThreadId| Self::none(*thread, asker.clone());
        match command {
            Command::Open(_) | Command::OpenThread { .. } | Command::Consult(_) => none(&ThreadId::PRIMARY),
            Command::Change(change) => none(&change.thread).for_change(change),
            Command::Claim { thread, task } => Self {
                named: BTreeSet::from([task.clone()]),
                ..none(thread)
            },
            Command::Raise { thread, signal } => Self {
                mentioned: signal.task.map(TaskRef::Number).into_iter().collect(),
                signals: BTreeSet::from([signal.id.clone()]),
                ..none(thread)
            },
            Command::Clear { thread, id } => Self {
                signals: BTreeSet::from([id.clone()]),
                ..none(thread)
            },
            Command::Renew { thread } | Command::SetTopic { thread, .. } | Command::SetFolder { thread, .. } => {
                none(thread)
            }
            Command::CloseThread { thread } | Command::ReleaseThread { thread } => Self {
                whole: true,
                ..none(thread)
            },
            Command::Adopt(adoption) => Self {
                whole: true,
                ..none(&adoption.thread)
            },
            Command::Replan(replanning) => Self {
                whole: true,
                ..none(&replanning.thread)
            },
            Command::Restate(restatement) => Self {
                whole: true,
                ..none(&restatement.thread)
            },
            Command::Insert { thread, .. } => Self {
                whole: true,
                ..none(thread)
            },
            Command::Commit(_) => Self {
                whole: true,
                ..none(&ThreadId::PRIMARY)
            },
            Command::Undo(undoing) => Self::for_undo(undoing, asker),
            Command::Drive(drive) => Self {
                named: drive.moves.iter().map(|driven| TaskRef::Number(driven.task)).collect(),
                ..none(&drive.thread)
            },
        }
    }

    fn for_change(mut self, change: &Change) -> Self {
        for task in &change.add {
            let key = task
                .key
                .clone()
                .unwrap_or_else(|| TaskKey::from_title(&task.brief.title));
            self.keys.insert(key.clone());
            self.numbered_keys.push(key);
            self.mentioned.extend(task.after.iter().cloned());
        }
        for update in &change.update {
            self.named.insert(update.task.clone());
            for dependencies in update.after.iter() {
                self.mentioned.extend(dependencies.iter().cloned());
                self.ancestors = true;
            }
        }
        self
    }

    fn for_undo(undoing: &Undoing, asker: &AgentName) -> Self {
        let mut needs = Self::none(ThreadId::PRIMARY, asker.clone());
        let mut threads = BTreeSet::new();
        for event in &undoing.events {
            needs.for_undone(event);
            threads.insert(needs.thread);
        }
        needs.whole = threads.len() > 1;
        needs
    }

    fn for_undone(&mut self, event: &Event) {
        let number = |number| TaskRef::Number(number);
        match event {
            Event::SessionOpened(_)
            | Event::SummarySet { .. }
            | Event::ThreadOpened(_)
            | Event::ThreadClosed(_)
            | Event::Consulted(_) => {}
            Event::TopicSet { thread, .. } | Event::FolderSet { thread, .. } | Event::PlanAdopted { thread, .. } => {
                self.thread = *thread;
            }
            Event::TaskAdded { thread, task } => {
                self.thread = *thread;
                self.named.insert(number(task.number));
            }
            Event::TaskRemoved { thread, task } => {
                self.thread = *thread;
                self.named.insert(number(task.number));
                self.keys.insert(task.key.clone());
                self.mentioned.extend(task.after.iter().copied().map(number));
                self.ancestors = true;
            }
            Event::DependenciesSet {
                thread,
                number: task,
                old,
                ..
            } => {
                self.thread = *thread;
                self.named.insert(number(*task));
                self.mentioned.extend(old.iter().copied().map(number));
                self.ancestors = true;
            }
            Event::TaskEdited {
                thread, number: task, ..
            }
            | Event::TaskReordered {
                thread, number: task, ..
            }
            | Event::TaskMoved {
                thread, number: task, ..
            } => {
                self.thread = *thread;
                self.named.insert(number(*task));
            }
            Event::SignalSet { thread, id, .. } => {
                self.thread = *thread;
                self.signals.insert(id.clone());
            }
        }
    }
}
