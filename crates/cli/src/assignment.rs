//! What the environment says of the plan and the task that are meant. A run tells its agents in this way what they are at,
//! so that what they say without naming a plan does not reach another one.

use engine::{EngineError, PlanError, Target};
use model::{Fence, PlanId, Refusal, SessionId, TaskKey, TaskNumber, TaskRef, ThreadId};
use render::errors::Trouble;

use crate::door::{Misfit, name};
use crate::flags;

const SESSION: &str = "PLANWRIGHT_SESSION";
const THREAD: &str = "PLANWRIGHT_THREAD";
const TASK: &str = "PLANWRIGHT_TASK";
const TASK_KEY: &str = "PLANWRIGHT_TASK_KEY";
const FENCE: &str = "PLANWRIGHT_FENCE";
const PLAN: &str = "RAWKO_PLAN";

pub const MEND: &str = "correct the variable, or unset it";

#[derive(Debug, Clone, Default)]
pub struct Assignment {
    pub session: Option<SessionId>,
    thread: Option<ThreadId>,
    /// As rawko names it.
    pub plan: Option<PlanId>,
    claim: Option<Claim>,
}

/// The claim that whoever asks works under.
#[derive(Debug, Clone)]
struct Claim {
    task: Option<TaskNumber>,
    key: Option<TaskKey>,
    fence: Fence,
}

impl Assignment {
    pub fn from_environment() -> Result<Self, Misfit> {
        Ok(Self {
            session: read(SESSION, flags::session)?,
            thread: read(THREAD, flags::thread)?,
            plan: read(PLAN, plan)?,
            claim: claim()?,
        })
    }

    /// Whether a run has given a task to whoever asks.
    pub fn is_given(&self) -> bool {
        self.claim.is_some()
    }

    /// Whether it means something else than the current plan.
    pub fn is_elsewhere(&self) -> bool {
        self.session.is_some() || self.thread.is_some()
    }

    /// What was named, and where nothing was, what the environment says.
    pub fn target(&self, session: Option<&str>, thread: Option<ThreadId>) -> Target {
        let own = self.session.as_ref().map(SessionId::as_str);
        self.target_in(session.or(own), thread)
    }

    /// The same where the session is said in another way.
    pub fn target_in(&self, session: Option<&str>, thread: Option<ThreadId>) -> Target {
        Target {
            session: session.map(str::to_owned),
            thread: thread.or_else(|| self.thread_in(session)),
        }
    }

    /// As suggested commands have to name a thread. The primary one is meant without words, unless the environment names
    /// another.
    pub fn said_thread(&self, named: Option<ThreadId>) -> Option<ThreadId> {
        named.filter(|thread| *thread != ThreadId::PRIMARY || self.thread.is_some())
    }

    /// The fence to show, if the task is the one that was given.
    pub fn fence(&self, target: &Target, task: &TaskRef) -> Option<Fence> {
        let own = self.target(None, None);
        let is_here = own.session == target.session && own.thread() == target.thread();
        let claim = self.claim.as_ref().filter(|_| is_here)?;
        let is_meant = match task {
            TaskRef::Number(number) => Some(*number) == claim.task,
            TaskRef::Key(key) => Some(key) == claim.key.as_ref(),
        };
        is_meant.then_some(claim.fence)
    }

    fn thread_in(&self, session: Option<&str>) -> Option<ThreadId> {
        let is_own = |own: &SessionId| session == Some(own.as_str());
        self.thread.filter(|_| self.session.as_ref().is_none_or(is_own))
    }

    /// An error that comes of a variable says which one it is.
    pub fn explain(&self, error: &EngineError, trouble: Trouble) -> Trouble {
        match self.blamed(error) {
            Some(variable) => explained(variable, error, trouble),
            None => trouble,
        }
    }

    /// The variable that says what could not be found.
    pub fn blamed(&self, error: &EngineError) -> Option<&'static str> {
        let is_session = |wanted: &str| self.session.as_ref().is_some_and(|own| own.as_str() == wanted);
        let is_plan = |wanted: &str| self.plan.as_ref().is_some_and(|own| own.as_str() == wanted);
        let is_fence = |given: Fence| self.claim.as_ref().is_some_and(|own| own.fence == given);
        let EngineError::Plan(error) = error else {
            return None;
        };
        let (variable, is_meant) = match error {
            PlanError::UnknownSession { wanted, .. } => (SESSION, is_session(wanted)),
            PlanError::UnknownThread { thread, .. } => (THREAD, self.thread == Some(*thread)),
            PlanError::UnknownPlan(wanted) => (PLAN, is_plan(wanted)),
            PlanError::Superseded { plan, .. } => (PLAN, is_plan(plan.as_str())),
            PlanError::Refused { refusals, .. } => match refusals.first() {
                Refusal::UnknownThread(thread) => (THREAD, self.thread == Some(*thread)),
                Refusal::StaleFence { given, .. } => (FENCE, is_fence(*given)),
                _ => return None,
            },
            _ => return None,
        };
        is_meant.then_some(variable)
    }
}

pub fn explained(variable: &str, error: &EngineError, trouble: Trouble) -> Trouble {
    let hint = match error {
        EngineError::Plan(PlanError::Superseded { by, .. }) => format!("go on with the newest version: --plan {by}"),
        EngineError::Plan(PlanError::Refused { refusals, .. })
            if matches!(refusals.first(), Refusal::StaleFence { .. }) =>
        {
            "the claim that came with the task is gone, and others may have it; stop here".to_owned()
        }
        _ => MEND.to_owned() + &trouble.hint.map(|hint| format!("; {hint}")).unwrap_or_default(),
    };
    Trouble {
        message: format!("{variable}: {}", trouble.message),
        hint: Some(hint),
        ..trouble
    }
}

fn claim() -> Result<Option<Claim>, Misfit> {
    let Some(fence) = read(FENCE, number)? else {
        return Ok(None);
    };
    let task = read(TASK, number)?.and_then(|number| u32::try_from(number).ok());
    Ok(Some(Claim {
        task: task.map(TaskNumber),
        key: read(TASK_KEY, flags::key)?,
        fence: Fence(fence),
    }))
}

fn plan(text: &str) -> Result<PlanId, String> {
    PlanId::new(text).map_err(|error| error.to_string())
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// What cannot be understood is not passed over: another plan would be meant then.
fn read<T>(variable: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, Misfit> {
    let read = name(variable)?.map(|text| parse(&text)).transpose();
    read.map_err(|error| Misfit::variable(format!("{variable}: {error}")))
}
