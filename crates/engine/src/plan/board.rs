//! A plan as somebody watches it: everything once, and from then on only what has changed.

use model::{AgentName, OpVersion, Operation, Outlook, RelPath, Subject, Task, TaskLink, TaskNumber, Timestamp};
use store::{LogQuery, Store, TaskQuery};

use crate::error::{EngineError, PlanError};
use crate::plan::log::tasks_of;
use crate::plan::sessions::Target;
use crate::plan::status::changes;
use crate::plan::undo::latest_of;
use crate::project::{Engine, Setting};
use crate::turns::{LinkedTurn, Workbench};

/// How many operations tell of what is new, and of what became of one task.
const NEWS: usize = 5;
const HISTORY: usize = 40;

/// What is to be seen now.
#[derive(Debug, Clone)]
pub struct Glance {
    pub at: Timestamp,
    /// The session with its version, the counts, the open signals, and what comes next.
    pub outlook: Outlook,
    pub tasks: Sight,
    /// The operations since, the newest first; at most a few.
    pub news: Vec<Operation>,
}

#[derive(Debug, Clone)]
pub enum Sight {
    All(Vec<Task>),
    /// Since the version that was asked about.
    Changed {
        tasks: Vec<Task>,
        removed: Vec<TaskNumber>,
    },
}

impl Engine {
    /// What has changed since a version; all of it without one. Where nothing has, this costs a few lookups.
    pub fn glance(&mut self, target: &Target, by: &AgentName, since: Option<OpVersion>) -> Result<Glance, EngineError> {
        let (at, thread) = (self.now(), target.thread());
        let tx = self.store.read()?;
        let tx = tx.as_ref();
        let session = target.session_in(tx)?;
        let Some(outlook) = tx.outlook(&session, thread, by, at)? else {
            return Err(PlanError::UnknownThread { session, thread }.into());
        };
        // A version from the future is one of a store that was put in another's place.
        let since = since.filter(|since| *since <= outlook.session.version);
        let tasks = match since {
            Some(since) if since == outlook.session.version => Sight::Changed {
                tasks: Vec::new(),
                removed: Vec::new(),
            },
            Some(since) => {
                let (tasks, removed) = changes(tx, &session, thread, since)?;
                Sight::Changed { tasks, removed }
            }
            None => Sight::All(tx.tasks(&session, thread, &TaskQuery::all())?),
        };
        let news = match since {
            Some(since) if since < outlook.session.version => {
                let query = LogQuery {
                    after: since,
                    limit: NEWS,
                    newest_first: true,
                    ..LogQuery::all()
                };
                tx.operations(&session, &query)?
            }
            _ => Vec::new(),
        };
        Ok(Glance {
            at,
            outlook,
            tasks,
            news,
        })
    }

    /// What was done to a task, the newest first; at most a page.
    pub fn history(&mut self, target: &Target, number: TaskNumber) -> Result<Vec<Operation>, EngineError> {
        let tx = self.store.read()?;
        let session = target.session_in(tx.as_ref())?;
        let query = LogQuery {
            limit: HISTORY,
            newest_first: true,
            subject: Some(Subject::Task(target.thread(), number)),
            ..LogQuery::all()
        };
        Ok(tx.operations(&session, &query)?)
    }

    /// The turns that were taken for tasks of the plan: the newest session first, in each the turns in their order.
    pub fn linked_turns(&mut self, setting: &Setting, target: &Target) -> Result<Vec<LinkedTurn>, EngineError> {
        if !Workbench::has_turns(self.root()) {
            return Ok(Vec::new());
        }
        let (session, thread) = (self.session_id(target)?, target.thread());
        let is_meant = |link: &TaskLink| link.session == session && link.thread == thread;
        Workbench::open(setting, Vec::new())?.turns_for(is_meant)
    }

    /// The plan for a task that somebody has to approve before it goes on.
    pub(crate) fn waiting_plan(
        &mut self,
        setting: &Setting,
        target: &Target,
        task: Option<&Task>,
    ) -> Result<Option<RelPath>, EngineError> {
        let Some(task) = task.filter(|_| Workbench::has_turns(self.root())) else {
            return Ok(None);
        };
        let (session, thread) = (self.session_id(target)?, target.thread());
        let is_meant = |link: &TaskLink| link.session == session && link.thread == thread && link.key == task.key;
        Workbench::open(setting, Vec::new())?.waiting_plan(is_meant)
    }

    /// The asker's latest operation that can be taken back, with its tasks as they stand now.
    pub fn latest(&mut self, target: &Target, by: &AgentName) -> Result<(Operation, Vec<Task>), EngineError> {
        let tx = self.store.read()?;
        let session = target.session_in(tx.as_ref())?;
        let operation = latest_of(tx.as_ref(), &session, by)?;
        let tasks = tasks_of(tx.as_ref(), &session, target.thread(), std::slice::from_ref(&operation))?;
        Ok((operation, tasks))
    }
}
