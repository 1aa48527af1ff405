//! Files of tasks that a replan has taken out. Committed as they are, they would bring back what had failed.

use std::collections::{BTreeMap, BTreeSet};

use dialect::agentctl::TASKS_FOLDER;
use dialect::agentctl::rules::task_replanned::fault;
use model::{AgentName, Diagnostic, Event, Filing, Fingerprint, Operation, SessionId, TaskKey, ThreadId};
use store::{LogQuery, Read, Store, TaskQuery};

use super::filing::FiledThread;
use crate::error::EngineError;
use crate::project::Engine;

/// What replans have taken out and nothing has brought back, each with the file that it came from.
type Gone = BTreeMap<(ThreadId, TaskKey), Fingerprint>;

impl Engine {
    /// A fault for each file that is still the one whose task has gone.
    pub(super) fn brought_back(
        &mut self,
        session: &SessionId,
        threads: &[FiledThread],
        by: &AgentName,
    ) -> Result<Vec<Diagnostic>, EngineError> {
        let replanned = replanned(self.store.read()?.as_ref(), session)?;
        let threads = threads.iter().filter(|thread| replanned.contains(&thread.place.thread));
        let filings: Vec<_> = threads.map(|thread| (thread, thread.filing(self, by))).collect();
        if filings.is_empty() {
            return Ok(Vec::new());
        }
        let tx = self.store.read()?;
        let gone = gone(&tx.operations(session, &LogQuery::all())?);
        let mut faults = Vec::new();
        for (thread, filing) in &filings {
            let id = thread.place.thread;
            let tasks = tx.tasks(session, id, &TaskQuery::all())?;
            let present: BTreeSet<&TaskKey> = tasks.iter().map(|task| &task.key).collect();
            let Filing::Plan(adoption) = filing else {
                continue;
            };
            let is_back = |key: &TaskKey, file: Option<&Fingerprint>| {
                let known = gone.get(&(id, key.clone()));
                !present.contains(key) && known.is_some() && known == file
            };
            let back = adoption.tasks.iter();
            let back = back.filter(|task| is_back(&task.key, task.brief.filed.as_ref()));
            faults.extend(back.map(|task| fault(&path(thread, &task.key), task.key.as_str())));
        }
        Ok(faults)
    }
}

/// The threads whose plans were made anew at least once.
fn replanned(tx: &dyn Read, session: &SessionId) -> Result<BTreeSet<ThreadId>, EngineError> {
    let threads = tx.threads(session)?.into_iter();
    let replanned = threads.filter(|(_, plan, _)| plan.as_ref().is_some_and(|plan| plan.replans > 0));
    Ok(replanned.map(|(thread, ..)| thread.id).collect())
}

fn gone(operations: &[Operation]) -> Gone {
    let mut gone = Gone::new();
    for operation in operations {
        let is_replan = operation.events.iter().any(is_replan);
        for event in &operation.events {
            match event {
                Event::TaskRemoved { thread, task } if is_replan => {
                    let filed = task.brief.filed.clone();
                    gone.extend(filed.map(|filed| ((*thread, task.key.clone()), filed)));
                }
                Event::TaskAdded { thread, task } => drop(gone.remove(&(*thread, task.key.clone()))),
                _ => {}
            }
        }
    }
    gone
}

fn is_replan(event: &Event) -> bool {
    match event {
        Event::PlanAdopted {
            old: Some(old),
            new: Some(new),
            ..
        } => new.replans > old.replans,
        _ => false,
    }
}

fn path(thread: &FiledThread, key: &TaskKey) -> String {
    let tasks = thread.plan.iter().flat_map(|plan| &plan.tasks);
    let file = tasks
        .into_iter()
        .find(|task| task.id == *key)
        .map(|task| task.file.as_str());
    format!("{}/{TASKS_FOLDER}/{}", thread.place.shown(), file.unwrap_or_default())
}
