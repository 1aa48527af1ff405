//! One task, with everything that happened to it.

use model::{Operation, Refusal, Subject, Task, TaskNumber, TaskRef};
use store::{LogQuery, Store};

use crate::error::{EngineError, PlanError};
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Shown {
    pub task: Task,
    pub blocked_by: Vec<TaskNumber>,
    pub history: Vec<Operation>,
}

impl Engine {
    pub fn show(&mut self, target: &Target, name: &TaskRef) -> Result<Shown, EngineError> {
        let session = self.session_id(target)?;
        let thread = target.thread();
        let tx = self.store.read()?;
        let Some(task) = tx.find(&session, thread, name)? else {
            let version = tx
                .session(&session)?
                .map_or(model::OpVersion::ZERO, |session| session.version);
            return Err(PlanError::Refused {
                refusals: Refusal::UnknownTask(name.clone()).into(),
                version,
            }
            .into());
        };
        let unmet = tx
            .unmet(&session, thread, std::slice::from_ref(&task))?
            .remove(&task.number);
        let query = LogQuery {
            subject: Some(Subject::Task(thread, task.number)),
            newest_first: true,
            ..LogQuery::all()
        };
        Ok(Shown {
            history: tx.operations(&session, &query)?,
            blocked_by: unmet.unwrap_or_default(),
            task,
        })
    }
}
