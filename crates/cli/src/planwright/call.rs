//! One call of a native verb: who asks about what, and how the answer is to be written.

use std::collections::BTreeMap;

use dialect::Address;
use dialect::native::{ChangedView, TaskView, Titles, changed_json, changed_text};
use engine::{Changed, Engine, EngineError, Target};
use model::{AgentName, Edit, Fence, Move, Task, TaskChange, TaskNumber, TaskRef, now};

use super::args::Common;
use crate::answer::Answer;
use crate::door::Door;
use crate::trouble;

pub struct Call<'a> {
    pub door: &'a Door,
    pub common: Common,
}

pub type Answered = Result<Answer, EngineError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: Common) -> Self {
        Self { door, common }
    }

    pub fn engine(&self) -> Result<Engine, EngineError> {
        Engine::open(&self.door.setting)
    }

    pub fn asker(&self) -> AgentName {
        self.common.scope.agent.clone().unwrap_or_else(|| self.door.person())
    }

    pub fn target(&self) -> Target {
        Target {
            session: self.common.scope.session.as_ref().map(ToString::to_string),
            thread: self.common.scope.thread,
        }
    }

    /// As suggested commands have to say it again.
    pub fn address(&self) -> Address<'_> {
        self.common.scope.address()
    }

    pub fn columns(&self) -> usize {
        self.door.columns
    }

    /// The one place where a native answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.common.json { json() } else { text() })
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        trouble::answer(
            &trouble::trouble(error, &self.address()),
            trouble::code(error),
            self.common.json,
        )
    }

    pub fn move_task(&self, verb: &str, task: &TaskRef, to: Move, fence: Option<u64>) -> Answered {
        let mut engine = self.engine()?;
        let update = TaskChange {
            task: task.clone(),
            edit: Edit::default(),
            after: None,
            to: Some(to),
            fence: fence.map(Fence),
        };
        let changed = engine.change_task(&self.target(), &self.asker(), verb, update)?;
        Ok(self.changed(&engine, &changed))
    }

    pub fn changed(&self, engine: &Engine, changed: &Changed) -> Answer {
        let tasks: Vec<TaskView<'_>> = task_views(&changed.tasks, &changed.unmet).collect();
        let now = now(&changed.outlook);
        let view = ChangedView {
            address: self.address(),
            operation: changed.operation.as_ref(),
            tasks: &tasks,
            now: &now,
            version: changed.version,
            at: engine.now(),
        };
        let titles = Titles::of(self.target().thread(), &changed.tasks);
        self.answer(|| changed_json(&view), || changed_text(&view, &titles))
    }
}

/// Each task with what it still waits for.
pub fn task_views<'a>(
    tasks: &'a [Task],
    unmet: &'a BTreeMap<TaskNumber, Vec<TaskNumber>>,
) -> impl Iterator<Item = TaskView<'a>> {
    tasks.iter().map(|task| TaskView {
        task,
        blocked_by: unmet.get(&task.number).map(Vec::as_slice).unwrap_or_default(),
    })
}
