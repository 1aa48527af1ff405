//! The tasks of a plan.

use std::collections::BTreeMap;

use model::{Counts, Plan, Session, Standing, Task, TaskNumber, Thread};
use store::{Store, TaskQuery};

use crate::error::{EngineError, PlanError};
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone, Default)]
pub struct ListFilter {
    /// Any if empty.
    pub standings: Vec<Standing>,
    pub limit: Option<usize>,
}

#[derive(Debug, Clone)]
pub struct Listed {
    pub session: Session,
    pub thread: Thread,
    pub plan: Option<Plan>,
    pub counts: Counts,
    pub tasks: Vec<Task>,
    /// What a task still waits for, where it waits for anything.
    pub unmet: BTreeMap<TaskNumber, Vec<TaskNumber>>,
}

impl Engine {
    pub fn list(&mut self, target: &Target, filter: &ListFilter) -> Result<Listed, EngineError> {
        let id = self.session_id(target)?;
        let unknown = || PlanError::unknown_thread(&id, target.thread());
        let tx = self.store.read()?;
        let session = tx.session(&id)?.ok_or_else(unknown)?;
        let (thread, plan, counts) = tx
            .threads(&id)?
            .into_iter()
            .find(|(thread, ..)| thread.id == target.thread())
            .ok_or_else(unknown)?;
        let query = TaskQuery {
            standings: filter.standings.clone(),
            limit: filter.limit.unwrap_or(usize::MAX),
            ..TaskQuery::all()
        };
        let tasks = tx.tasks(&id, thread.id, &query)?;
        Ok(Listed {
            unmet: tx.unmet(&id, thread.id, &tasks)?,
            session,
            thread,
            plan,
            counts,
            tasks,
        })
    }
}
