//! The plan as the driver knows it. What the driver does is added to it; what others do makes it be read anew.

use model::conclude::RefusedMove;
use model::{
    AgentName, Command, Drive, Driven, Event, Fence, Move, Needs, OpVersion, Operation, OperationVerb, Refusals,
    SessionId, State, Subject, Task, TaskNumber, TaskState, Tasks, Thread, ThreadId, ThreadState, Uid,
};
use store::{LogQuery, Read, Store, StoreError};

use super::driver::Driver;
use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::Engine;
use crate::roster::{Forgotten, Last};

pub(super) struct Picture {
    pub session: SessionId,
    pub thread: ThreadId,
    by: AgentName,
    state: State,
    /// What was foreseen has not been stored.
    is_ahead: bool,
    /// The operation that made it what it was when it was last read or changed.
    last: Option<(OpVersion, Uid)>,
    forgotten: Forgotten,
}

impl Picture {
    pub fn of(engine: &mut Engine, target: &Target, by: &AgentName) -> Result<Self, EngineError> {
        let session = engine.session_id(target)?;
        let mut picture = Self {
            session,
            thread: target.thread(),
            by: by.clone(),
            state: State::default(),
            is_ahead: false,
            last: None,
            forgotten: Forgotten::default(),
        };
        picture.load(engine)?;
        picture.thread_state()?;
        Ok(picture)
    }

    /// Looks again if others have changed something.
    pub fn refresh(&mut self, engine: &mut Engine) -> Result<(), EngineError> {
        match engine.version(&self.session)? == self.version() && !self.is_ahead {
            true => Ok(()),
            false => self.load(engine),
        }
    }

    pub fn thread_state(&self) -> Result<&ThreadState, EngineError> {
        let unknown = || PlanError::UnknownThread {
            session: self.session.clone(),
            thread: self.thread,
        };
        Ok(self.state.threads.get(&self.thread).ok_or_else(unknown)?)
    }

    pub fn threads(&self) -> impl Iterator<Item = &Thread> {
        self.state.threads.values().map(|thread| &thread.thread)
    }

    pub fn tasks(&self) -> Result<&Tasks, EngineError> {
        Ok(&self.thread_state()?.tasks)
    }

    pub fn task(&self, number: TaskNumber) -> Result<Option<&Task>, EngineError> {
        Ok(self.tasks()?.get(number))
    }

    pub fn goal(&self) -> Option<&str> {
        let goal = self.state.session.as_ref().and_then(|session| session.goal.as_deref());
        let plan = || self.state.threads.get(&self.thread)?.plan.as_ref();
        goal.or_else(|| plan().map(|plan| plan.title.as_str()))
    }

    pub fn version(&self) -> OpVersion {
        self.state.version()
    }

    /// Whose work ended last, and how.
    pub fn last_end(&self) -> Option<Last> {
        self.forgotten.last(self.tasks().ok()?.rows())
    }

    /// What the plan will be after these moves. They are stored with the next ones.
    pub fn foresee(&mut self, moves: &[Driven], engine: &Engine) {
        let at = engine.now();
        for driven in moves {
            let Ok(Some(task)) = self.task(driven.task) else {
                continue;
            };
            let event = Event::TaskMoved {
                thread: self.thread,
                number: driven.task,
                old: task.state.clone(),
                new: driven.foreseen(task, at),
            };
            self.state.apply(&event);
            self.is_ahead = true;
        }
    }

    /// Whether the agent works on the task under this claim, or has called it done.
    pub fn is_held(&self, number: TaskNumber, agent: &AgentName, fence: Fence) -> bool {
        let is_done = |task: &Task| matches!(&task.state, TaskState::Done(outcome) if outcome.by == *agent);
        let task = self.task(number).ok().flatten();
        self.is_claimed(number, agent, fence) || task.is_some_and(is_done)
    }

    /// Whether the agent works on the task under this claim.
    pub fn is_claimed(&self, number: TaskNumber, agent: &AgentName, fence: Fence) -> bool {
        let task = self.task(number).ok().flatten();
        let claim = task.and_then(Task::claim);
        claim.is_some_and(|claim| claim.agent == *agent && claim.fence == fence)
    }

    /// The operations on a task since it was claimed.
    pub fn operations_since(
        &self,
        engine: &mut Engine,
        number: TaskNumber,
        fence: Fence,
    ) -> Result<Vec<Operation>, EngineError> {
        let query = LogQuery {
            after: OpVersion(fence.0),
            subject: Some(Subject::Task(self.thread, number)),
            ..LogQuery::all()
        };
        Ok(engine.store.read()?.operations(&self.session, &query)?)
    }

    /// Stores moves as one operation, all or none, and only if the plan is still as it was seen last. The fence that claims
    /// begun by it have.
    pub fn drive(&mut self, engine: &mut Engine, moves: Vec<Driven>) -> Result<Option<Fence>, EngineError> {
        let doing = Doing {
            uid: engine.new_uid(),
            session: &self.session,
            by: &self.by,
            at: engine.now(),
            verb: OperationVerb::Run,
        };
        let before = self.state.version();
        let command = Command::Drive(Drive {
            thread: self.thread,
            last_seen: Some(before),
            moves,
        });
        // Until it is stored, nothing is sure.
        self.is_ahead = true;
        let operated = engine.operate(&doing, command)?;
        let Some(operation) = operated.operation else {
            return Ok(None);
        };
        // What was foreseen is said once more, in the same words.
        self.state.apply_operation(&operation);
        self.is_ahead = false;
        self.last = Some((operation.version, operation.uid));
        Ok(Some(Fence(operation.version.0)))
    }

    fn load(&mut self, engine: &mut Engine) -> Result<(), EngineError> {
        let needs = Needs {
            whole: true,
            ..Needs::none(self.thread, self.by.clone())
        };
        let tx = engine.store.read()?;
        if !self.is_continued(tx.as_ref())? {
            drop(tx);
            return Err(StoreError::Replaced(engine.database().to_owned()).into());
        }
        self.state = tx.load(&self.session, &needs)?;
        self.is_ahead = false;
        let version = self.state.version();
        let last = tx.operations(&self.session, &LogQuery::one(version))?;
        self.last = last.first().map(|operation| (version, operation.uid));
        let tasks = self.state.threads.get(&self.thread).map(|thread| thread.tasks.rows());
        let tasks = tasks.into_iter().flatten();
        self.forgotten
            .follow(tx.as_ref(), &self.session, self.thread, version, tasks)
    }

    /// Whether what was seen last is still part of the story. If not, somebody has put another store in the place of ours,
    /// maybe into the same file.
    fn is_continued(&self, tx: &dyn Read) -> Result<bool, EngineError> {
        let Some((version, uid)) = self.last else {
            return Ok(true);
        };
        let found = tx.operations(&self.session, &LogQuery::one(version))?;
        Ok(found.first().is_some_and(|operation| operation.uid == uid))
    }
}

/// The same move for one agent, under the claim that it has.
pub(super) fn driven(agent: &AgentName, task: TaskNumber, fence: Option<Fence>, to: Move) -> Driven {
    Driven {
        agent: agent.clone(),
        task,
        to,
        fence,
    }
}

/// How the front end counts tasks: agents and people see the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// By the number that a task keeps for ever.
    Numbers,
    /// By its place in the plan, from 0.
    Places,
}

impl Counting {
    pub(super) fn of(self, picture: &Picture, task: &Task) -> Result<u32, EngineError> {
        match self {
            Self::Numbers => Ok(task.number.0),
            Self::Places => place(picture, task),
        }
    }
}

impl Driver<'_> {
    /// Why the plan did not take something, as whoever started the run counts.
    pub(super) fn refused_move(&self, refusals: Refusals) -> RefusedMove {
        let indexes = match (self.scene.request.counting, self.picture.tasks()) {
            (Counting::Places, Ok(tasks)) => {
                let mut rows: Vec<&Task> = tasks.rows().collect();
                rows.sort_by_key(|task| (task.order, task.number));
                let numbers = rows.iter().map(|task| task.number);
                Some(numbers.zip(0..).collect())
            }
            _ => None,
        };
        RefusedMove { refusals, indexes }
    }
}

pub(super) fn place(picture: &Picture, task: &Task) -> Result<u32, EngineError> {
    let before = picture.tasks()?.rows().filter(|other| other.place() < task.place());
    Ok(u32::try_from(before.count()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use model::Brief;

    use super::*;
    use crate::clock::Clock;
    use crate::project::Setting;

    /// At the same time, so that its session has the same name.
    fn engine(folder: &tempfile::TempDir, titles: &[&str]) -> (Engine, Target) {
        let mut setting = Setting::bare(folder.path().to_owned());
        setting.clock = Clock::fixed("2026-11-15T09:00:00Z").unwrap();
        let mut engine = Engine::open_or_create(&setting).unwrap();
        let by = AgentName::unnamed();
        let session = engine.start("Greet", None, &by).unwrap();
        let target = Target {
            session: Some(session.id.to_string()),
            thread: None,
        };
        for title in titles {
            let brief = Brief {
                title: (*title).to_owned(),
                ..Brief::default()
            };
            engine.add(&target, &by, None, brief, Vec::new()).unwrap();
        }
        (engine, target)
    }

    fn refreshed(titles: &[&str]) -> Result<(), EngineError> {
        let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (mut before, target) = engine(&ours, &["a", "b"]);
        let mut picture = Picture::of(&mut before, &target, &AgentName::unnamed()).unwrap();
        let (mut after, _) = engine(&theirs, titles);
        picture.refresh(&mut after)
    }

    #[test]
    fn another_store_in_the_place_of_ours_is_noticed() {
        for titles in [&["x"] as &[&str], &["x", "y", "z"]] {
            let refreshed = refreshed(titles);
            let is_noticed = matches!(&refreshed, Err(EngineError::Store(StoreError::Replaced(_))));
            assert!(is_noticed, "{titles:?}: {refreshed:?}");
        }
    }

    #[test]
    fn what_others_add_to_ours_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let (mut engine, target) = engine(&folder, &["a"]);
        let by = AgentName::unnamed();
        let mut picture = Picture::of(&mut engine, &target, &by).unwrap();
        let before = picture.version();
        let brief = Brief {
            title: "b".to_owned(),
            ..Brief::default()
        };
        engine.add(&target, &by, None, brief, Vec::new()).unwrap();
        picture.refresh(&mut engine).unwrap();
        assert!(picture.version() > before);
    }
}
