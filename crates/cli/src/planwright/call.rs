//! One call of a native verb: who asks about what, and how the answer is to be written.

use engine::{Changed, Engine, EngineError, Target};
use model::{AgentName, Fence, Move, SessionId, TaskChange, TaskRef, ThreadId};
use render::Address;
use render::errors::engine_error;
use render::planwright::{changed_json, changed_text};

use crate::answer::Answer;
use crate::door::Door;
use crate::flags::Common;
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
        let scope = &self.common.scope;
        let session = scope.session.as_ref().map(SessionId::as_str);
        self.door.assignment.target(session, scope.thread)
    }

    /// As suggested commands have to say it again.
    pub fn address(&self) -> Address<'_> {
        self.common.scope.address(&self.door.assignment)
    }

    /// About a session that was just opened. It is the current one, and has to be named where the environment means
    /// another.
    pub fn in_session(&self, session: SessionId) -> Self {
        let mut common = self.common.clone();
        if self.door.assignment.is_elsewhere() {
            common.scope.session = Some(session);
            common.scope.thread = Some(ThreadId::PRIMARY);
        }
        Self::new(self.door, common)
    }

    pub fn columns(&self) -> usize {
        self.door.columns
    }

    /// The one place where a native answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.common.json { json() } else { text() })
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        let trouble = engine_error(error, &self.address());
        let trouble = self.door.assignment.explain(error, trouble);
        trouble::answer(&trouble, self.common.json)
    }

    pub fn move_task(&self, verb: &'static str, task: &TaskRef, to: Move, fence: Option<u64>) -> Answered {
        let mut engine = self.engine()?;
        let target = self.target();
        let given = || self.door.assignment.fence(&target, task);
        let update = TaskChange {
            fence: fence.map(Fence).or_else(given),
            ..TaskChange::moved(task.clone(), to)
        };
        let changed = engine.change_task(&target, &self.asker(), verb, update)?;
        Ok(self.changed(&engine, &changed))
    }

    pub fn changed(&self, engine: &Engine, changed: &Changed) -> Answer {
        let (thread, at) = (self.target().thread(), engine.now());
        self.answer(
            || changed_json(changed, at),
            || changed_text(changed, thread, &self.address()),
        )
    }
}
