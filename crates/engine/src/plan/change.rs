//! Adding, changing and closing, one change at a time.

use std::collections::BTreeSet;

use model::{
    AgentName, Brief, Change, Command, Event, Needs, NewTask, OpVersion, Operation, OperationVerb, Outlook, Subject,
    Task, TaskChange, TaskKey, TaskNumber, TaskRef,
};

use store::Store;

use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;

#[derive(Debug, Clone)]
pub struct Changed {
    pub version: OpVersion,
    /// `None` if it was so already.
    pub operation: Option<Operation>,
    /// The tasks that were named or touched, as they stand now.
    pub tasks: Vec<Task>,
    pub unmet: std::collections::BTreeMap<TaskNumber, Vec<TaskNumber>>,
    pub outlook: Outlook,
}

impl Engine {
    pub fn add(
        &mut self,
        target: &Target,
        by: &AgentName,
        key: Option<TaskKey>,
        brief: Brief,
        after: Vec<TaskRef>,
    ) -> Result<Changed, EngineError> {
        let add = vec![NewTask {
            uid: self.new_uid(),
            key,
            brief,
            after,
        }];
        let change = Change {
            add,
            ..Change::empty(target.thread())
        };
        self.change(target, by, "add".into(), change)
    }

    pub fn change_task(
        &mut self,
        target: &Target,
        by: &AgentName,
        verb: impl Into<OperationVerb>,
        update: TaskChange,
    ) -> Result<Changed, EngineError> {
        let change = Change {
            update: vec![update],
            ..Change::empty(target.thread())
        };
        self.change(target, by, verb.into(), change)
    }

    /// Whether a change would be taken, without making it, and whether it would change anything. For whoever is about to
    /// ask a person for words.
    pub fn check_change(&mut self, target: &Target, by: &AgentName, update: TaskChange) -> Result<bool, EngineError> {
        let session = self.session_id(target)?;
        let change = Change {
            update: vec![update],
            ..Change::empty(target.thread())
        };
        let doing = Doing {
            uid: self.new_uid(),
            session: &session,
            by,
            at: self.now(),
            verb: "check".into(),
        };
        let clean = self.discretion.clean(Command::Change(change), by)?;
        let tx = self.store.read()?;
        let state = tx.load(&session, &Needs::of(clean.command(), by))?;
        Ok(!doing.decide(&state, &clean)?.is_empty())
    }

    /// Closes the session with a few words. Every task must be settled.
    pub fn close(&mut self, target: &Target, by: &AgentName, summary: &str) -> Result<Changed, EngineError> {
        let change = Change {
            summary: Some(summary.to_owned()),
            ..Change::empty(target.thread())
        };
        self.change(target, by, "close".into(), change)
    }

    fn change(
        &mut self,
        target: &Target,
        by: &AgentName,
        verb: OperationVerb,
        change: Change,
    ) -> Result<Changed, EngineError> {
        let session = self.session_id(target)?;
        let (at, thread) = (self.now(), target.thread());
        let names: Vec<TaskRef> = change.update.iter().map(|update| update.task.clone()).collect();
        let doing = Doing {
            uid: self.new_uid(),
            session: &session,
            by,
            at,
            verb,
        };
        self.operate_and(&doing, Command::Change(change), |tx, operated| {
            let mut numbers = touched(operated.operation.as_ref());
            for name in &names {
                numbers.extend(tx.find(&session, thread, name)?.map(|task| task.number));
            }
            let mut tasks = Vec::new();
            for number in numbers {
                tasks.extend(tx.find(&session, thread, &TaskRef::Number(number))?);
            }
            let outlook = tx.outlook(&session, thread, by, at)?;
            Ok(Changed {
                version: operated.version,
                operation: operated.operation,
                unmet: tx.unmet(&session, thread, &tasks)?,
                tasks,
                outlook: outlook.ok_or_else(|| PlanError::unknown_thread(&session, thread))?,
            })
        })
    }
}

fn touched(operation: Option<&Operation>) -> BTreeSet<TaskNumber> {
    let events = operation.iter().flat_map(|operation| &operation.events);
    events
        .filter(|event| !event.is_renewal())
        .filter_map(|event: &Event| match event.subject() {
            Subject::Task(_, number) => Some(number),
            _ => None,
        })
        .collect()
}
