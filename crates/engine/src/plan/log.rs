//! Who did what, and when.

use std::collections::BTreeSet;

use model::{Operation, SessionId, Subject, Task, TaskRef, ThreadId};
use store::{LogQuery, Read, Store};

use crate::error::EngineError;
use crate::plan::sessions::Target;
use crate::project::Engine;

/// Operations, and the tasks they are about as they stand now.
#[derive(Debug, Clone)]
pub struct History {
    pub operations: Vec<Operation>,
    pub tasks: Vec<Task>,
}

impl Engine {
    /// The newest operations, the newest first.
    pub fn log(&mut self, target: &Target, limit: usize) -> Result<History, EngineError> {
        let session = self.session_id(target)?;
        let query = LogQuery {
            limit,
            newest_first: true,
            ..LogQuery::all()
        };
        let tx = self.store.read()?;
        let operations = tx.operations(&session, &query)?;
        Ok(History {
            tasks: tasks_of(tx.as_ref(), &session, target.thread(), &operations)?,
            operations,
        })
    }
}

/// The tasks that the operations are about, as far as they still exist.
pub(crate) fn tasks_of(
    tx: &dyn Read,
    session: &SessionId,
    thread: ThreadId,
    operations: &[Operation],
) -> Result<Vec<Task>, EngineError> {
    let numbers: BTreeSet<_> = operations
        .iter()
        .flat_map(|operation| &operation.events)
        .filter_map(|event| match event.subject() {
            Subject::Task(_, number) => Some(number),
            _ => None,
        })
        .collect();
    let mut tasks = Vec::new();
    for number in numbers {
        tasks.extend(tx.find(session, thread, &TaskRef::Number(number))?);
    }
    Ok(tasks)
}
