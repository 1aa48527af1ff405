//! Whose work ended last, and how. The plan says it, and the log where the plan does not any more: a task that failed goes
//! with the next version or is opened again, and who comes after a failure is to be asked just then.

use model::{AgentName, Event, OpVersion, Operation, SessionId, Task, TaskNumber, TaskState, ThreadId, Timestamp};
use store::{LogQuery, Read};

use crate::error::EngineError;
use crate::plan::undo::is_undo;

/// How the last agent ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Last {
    pub agent: AgentName,
    /// Of work that failed.
    pub error: Option<String>,
}

/// The latest end that only the log knows of, up to a version.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forgotten {
    end: Option<End>,
    read: Option<OpVersion>,
}

#[derive(Debug, Clone)]
struct End {
    at: Timestamp,
    /// By its order in the plan: several may end at once.
    place: (u32, TaskNumber),
    last: Last,
}

/// Operations that are read at a time.
const PAGE: u64 = 64;

impl Forgotten {
    /// Comes up to date with the log, of which only the part is read that is new and not older than the latest end.
    pub fn follow<'a>(
        &mut self,
        tx: &dyn Read,
        session: &SessionId,
        thread: ThreadId,
        version: OpVersion,
        tasks: impl Iterator<Item = &'a Task>,
    ) -> Result<(), EngineError> {
        let known = tasks.filter_map(|task| Some(Reached::of(task)?.at)).max();
        let read = self.read.map_or(0, |version| version.0);
        let mut end = version.0;
        while end > read {
            let start = read.max(end.saturating_sub(PAGE));
            let query = LogQuery {
                after: OpVersion(start),
                limit: usize::try_from(end - start).unwrap_or(usize::MAX),
                ..LogQuery::all()
            };
            let operations = tx.operations(session, &query)?;
            let is_older = |operation: &&Operation| {
                let latest = self.end.as_ref().map(|end| end.at).max(known);
                latest.is_some_and(|latest| operation.at < latest)
            };
            if operations.last().as_ref().is_some_and(is_older) {
                break;
            }
            // What was taken back counts as if it had never been.
            for operation in operations.iter().filter(|operation| !is_undo(operation)) {
                self.hear(operation, thread);
            }
            end = start;
        }
        self.read = Some(version);
        Ok(())
    }

    /// Whoever ended last. It is the same after a restart.
    pub fn last<'a>(&self, tasks: impl Iterator<Item = &'a Task>) -> Option<Last> {
        let latest = tasks.filter_map(Reached::of).max_by_key(Reached::key);
        match (&self.end, latest) {
            (Some(end), Some(latest)) if latest.key() < (end.at, end.place) => Some(end.last.clone()),
            (_, Some(latest)) => Some(latest.told()),
            (end, None) => end.as_ref().map(|end| end.last.clone()),
        }
    }

    fn hear(&mut self, operation: &Operation, thread: ThreadId) {
        for event in &operation.events {
            // Its number is all that an event knows of the place of a task that moved.
            let reached = match event {
                Event::TaskRemoved { thread: of, task } if *of == thread => Reached::of(task),
                Event::TaskMoved {
                    thread: of,
                    number,
                    old,
                    ..
                } if *of == thread => Reached::at((number.0, *number), old),
                _ => None,
            };
            let is_later =
                |reached: &Reached<'_>| self.end.as_ref().is_none_or(|end| (end.at, end.place) <= reached.key());
            if let Some(reached) = reached.filter(is_later) {
                self.end = Some(End {
                    at: reached.at,
                    place: reached.place,
                    last: reached.told(),
                });
            }
        }
    }
}

/// A task that is over, one way or the other.
struct Reached<'a> {
    at: Timestamp,
    place: (u32, TaskNumber),
    by: &'a AgentName,
    error: Option<&'a str>,
}

impl<'a> Reached<'a> {
    fn of(task: &'a Task) -> Option<Self> {
        Self::at(task.place(), &task.state)
    }

    fn at(place: (u32, TaskNumber), state: &'a TaskState) -> Option<Self> {
        let (at, by, error) = match state {
            TaskState::Done(outcome) => (outcome.at, &outcome.by, None),
            TaskState::Failed(failure) => (failure.at, &failure.by, Some(failure.error.as_str())),
            TaskState::Todo | TaskState::Doing(_) | TaskState::Dropped(_) => return None,
        };
        Some(Self { at, place, by, error })
    }

    fn key(&self) -> (Timestamp, (u32, TaskNumber)) {
        (self.at, self.place)
    }

    fn told(&self) -> Last {
        Last {
            agent: self.by.clone(),
            error: self.error.map(str::to_owned),
        }
    }
}

#[cfg(test)]
#[path = "last_tests.rs"]
mod tests;
