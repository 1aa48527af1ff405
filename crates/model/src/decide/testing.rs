//! A session to try things on.

use crate::agent::AgentName;
use crate::command::{Change, Command, Move, NewTask, Opening, TaskChange, Undoing};
use crate::decide::{Ask, decide};
use crate::event::Event;
use crate::id::{Fence, SessionId, TaskNumber, ThreadId, Uid};
use crate::operation::{OpVersion, Operation};
use crate::plan::{Grounds, PlanMetadata};
use crate::refusal::{Refusal, Refusals};
use crate::state::State;
use crate::task::{Brief, Task, TaskRef};
use crate::time::Timestamp;

pub(crate) const START: Timestamp = Timestamp::from_millis(0);

/// A state, and the operations that led to it.
pub(crate) struct Session {
    pub state: State,
    pub log: Vec<Operation>,
    pub at: Timestamp,
}

pub(crate) fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

pub(crate) fn task(number: u32) -> TaskRef {
    TaskRef::Number(TaskNumber(number))
}

pub(crate) fn new_task(title: &str, after: &[u32]) -> NewTask {
    let uid = u8::try_from(title.len() + after.len()).unwrap_or(0);
    NewTask {
        uid: Uid([uid; 16]),
        key: None,
        brief: Brief {
            title: title.to_owned(),
            ..Brief::default()
        },
        after: after.iter().copied().map(task).collect(),
    }
}

pub(crate) fn finish() -> Move {
    Move::finish(None, Vec::new())
}

pub(crate) fn nothing(thread: ThreadId) -> Change {
    Change {
        thread,
        last_seen: None,
        add: Vec::new(),
        update: Vec::new(),
        summary: None,
    }
}

pub(crate) fn moving(number: u32, to: Move) -> TaskChange {
    TaskChange::moved(task(number), to)
}

pub(crate) fn with_fence(number: u32, to: Move, fence: u64) -> TaskChange {
    TaskChange {
        fence: Some(Fence(fence)),
        ..moving(number, to)
    }
}

impl Session {
    /// One task for each entry, waiting for the listed numbers.
    pub fn open(after: &[&[u32]]) -> Self {
        let mut session = Self {
            state: State::default(),
            log: Vec::new(),
            at: START,
        };
        let tasks = (1..)
            .zip(after)
            .map(|(number, after)| new_task(&format!("t {number}"), after));
        let opening = Opening {
            id: SessionId::new("s").unwrap(),
            session: Uid([1; 16]),
            thread: Uid([2; 16]),
            plan: Uid([3; 16]),
            goal: None,
            author: None,
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: tasks.collect(),
        };
        session.must("ann", &Command::Open(opening));
        session
    }

    pub fn ask(&mut self, by: &str, command: &Command) -> Result<Vec<Event>, Refusals> {
        let by = agent(by);
        let ask = Ask { by: &by, at: self.at };
        let events = decide(&self.state, command, ask)?;
        if !events.is_empty() {
            let operation = Operation {
                uid: Uid([9; 16]),
                version: self.state.version().next(),
                author: by,
                at: self.at,
                verb: "update".into(),
                events: events.clone(),
            };
            self.state.apply_operation(&operation);
            self.log.push(operation);
        }
        Ok(events)
    }

    pub fn must(&mut self, by: &str, command: &Command) -> Vec<Event> {
        self.ask(by, command).unwrap()
    }

    pub fn refusal(&mut self, by: &str, command: &Command) -> Refusal {
        self.ask(by, command).unwrap_err().first().clone()
    }

    pub fn change(&mut self, by: &str, update: Vec<TaskChange>) -> Vec<Event> {
        let change = Change {
            update,
            ..nothing(ThreadId::PRIMARY)
        };
        self.must(by, &Command::Change(change))
    }

    pub fn add(&mut self, by: &str, thread: ThreadId, add: Vec<NewTask>) -> Vec<Event> {
        let change = Change { add, ..nothing(thread) };
        self.must(by, &Command::Change(change))
    }

    pub fn close(&mut self, by: &str, words: &str) -> Vec<Event> {
        let change = Change {
            summary: Some(words.to_owned()),
            ..nothing(ThreadId::PRIMARY)
        };
        self.must(by, &Command::Change(change))
    }

    pub fn claim(&mut self, by: &str, number: u32) -> Vec<Event> {
        let command = Command::Claim {
            thread: ThreadId::PRIMARY,
            task: task(number),
        };
        self.must(by, &command)
    }

    /// The command that takes back an operation as if nothing had happened since.
    pub fn undoing(&self, version: u64) -> Command {
        let operation = self
            .log
            .iter()
            .find(|operation| operation.version.0 == version)
            .unwrap();
        Command::Undo(Undoing {
            version: OpVersion(version),
            events: operation.events.clone(),
            later: Vec::new(),
        })
    }

    pub fn task(&self, number: u32) -> &Task {
        let thread = &self.state.threads[&ThreadId::PRIMARY];
        thread.tasks.get(TaskNumber(number)).unwrap()
    }

    pub fn is_closed(&self) -> bool {
        self.state
            .session
            .as_ref()
            .is_some_and(|session| session.summary.is_some())
    }
}
