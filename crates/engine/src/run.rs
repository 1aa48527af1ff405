//! A driver: it takes the tasks of a plan that are ready, gives each to an agent, checks what comes of it, and goes on until
//! the plan is complete or nothing more can be done.
//!
//! What it does next is decided by `model::schedule` from the plan alone. Every claim is stored before its agent starts, so
//! that whoever comes after a driver that died knows which work may have been done, and asks instead of doing it twice.

mod agents;
mod checks;
mod command_agent;
mod company;
mod conclude;
mod crew;
mod driver;
mod mailbox;
mod observer;
mod picture;
mod planner_agent;
mod prepare;
mod progress;
mod pulse;
mod replan;
mod resume;
mod steps;

use std::sync::atomic::{AtomicBool, Ordering};

use dialect::config::ApprovalPolicy;
use model::schedule::Driving;
use model::{AgentName, Cost, Counts, Diagnostic, SessionId, Signal, TaskNumber, TaskRef, limits};

pub use crew::{Crew, DoneBy, Part, Step};
pub use driver::Driver;
pub use observer::{
    Consent, Interrupted, News, Onlooker, Question, Remark, Resolution, RestartReason, RunFault, StepLine,
};
pub use picture::Counting;
pub use pulse::Pulse;
pub use replan::{NoNewPlan, NotReplanned};
pub(crate) use resume::has_begun;

use crate::error::EngineError;
use crate::plan::sessions::Target;
use crate::planner::{self, Opened, PlannerError};
use crate::project::Engine;
use crate::prompts::PromptName;
use crate::roster::Roster;
use crate::turns::{Cage, SandboxWish, Workbench};
use agents::RunAgents;
use checks::Consents;
use company::Company;
use mailbox::Mailbox;
use picture::Picture;
use pulse::{StoreWatch, hold};
use steps::RunSteps;

/// What the caller asks for. What is not said is as the user's configuration says.
#[derive(Clone, Copy)]
pub struct RunRequest<'a> {
    pub target: &'a Target,
    pub by: &'a AgentName,
    /// One task instead of the whole plan.
    pub only: Option<&'a TaskRef>,
    pub jobs: Option<u64>,
    pub iterations: Option<u64>,
    pub approval: Option<ApprovalPolicy>,
    pub sandbox: SandboxWish,
    /// What became of work that an earlier run left.
    pub resolve: Option<Resolution>,
    pub counting: Counting,
    /// Stops the agents as soon as it is set.
    pub cancelled: &'a AtomicBool,
}

/// How a run went.
#[derive(Debug)]
pub struct RunEnd {
    /// Why it is over, or why it could not go on.
    pub end: Result<End, EngineError>,
    pub counts: Counts,
    pub tally: Tally,
    pub elapsed_ms: u64,
    /// Of all questions to language models, as far as it is known.
    pub cost: Option<Cost>,
    /// Files that were changed while several steps ran, and that none of them declares.
    pub undeclared: Vec<String>,
    /// How many more of them there are than are listed.
    pub undeclared_more: usize,
    /// What held for the plan's commands if nobody was asked about them.
    pub sandbox: Option<String>,
}

/// What became of the steps of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub started: u64,
    pub done: u64,
    pub failed: u64,
    pub released: u64,
    pub replans: u64,
}

/// Why a run is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Complete,
    /// There is no task.
    Empty,
    Blocked(Box<Signal>),
    /// What is left waits for a step that was dropped.
    Stuck {
        step: StepLine,
        on: StepLine,
    },
    /// By whom.
    Held(Vec<(StepLine, AgentName)>),
    /// The one task that was asked for waits for these.
    NotReady(Vec<StepLine>),
    /// Nobody is there for these, and nothing else can be done.
    WithoutAgent {
        steps: Vec<(StepLine, Lack)>,
        known: Vec<String>,
    },
    OutOfIterations,
    /// A step failed, and the plan was not made anew, for this reason.
    Failed {
        step: StepLine,
        error: String,
        why: NotReplanned,
    },
    /// The user stopped it.
    Stopped,
    /// The user, or nobody, said yes to what should have run.
    Declined {
        step: StepLine,
        is_absent: bool,
    },
    /// Somebody must say what became of these.
    Unknown(Vec<Interrupted>),
    /// The checks of what its agent called done were lost.
    Unchecked(StepLine),
}

/// Why there is nobody for a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// Neither the plan nor the rules decide, and there is nobody to ask; the plan may wish for one that is not there.
    Undecided { wanted: Option<String> },
    /// The arbiter was asked, and chose none.
    NoChoice(NoChoice),
    /// By what it is told whether it is done was changed again and again while agents worked on it.
    Restless { times: usize },
    /// Whoever had it in this run gave it back.
    HandedBack { by: Vec<AgentName> },
    /// Its agent is there by name, and cannot be started.
    Unstarted { agent: AgentName, why: String },
}

/// Why the arbiter chose no agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoChoice {
    /// The problems of its answer.
    Unreadable(Vec<Diagnostic>),
    NoAnswer(PlannerError),
    UnknownAgent(String),
}

impl<'a> RunRequest<'a> {
    fn of(self, target: &'a Target) -> Self {
        Self { target, ..self }
    }
}

impl Workbench {
    /// An error if it could not begin; once it has begun, it ends with a sum.
    pub fn run(&self, request: &RunRequest<'_>, onlooker: &mut dyn Onlooker) -> Result<RunEnd, EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let target = engine.pinned(request.target)?;
        let opened = planner::find(&self.setting, &self.variables, engine.spent(&self.setting, &target)?)?;
        self.prepare_run(engine, &request.of(&target), opened.as_ref(), onlooker, crew::go)
    }

    /// Hands the driver out to a caller that has its own crew and takes the driver from phase to phase. A driver that is
    /// dropped before its end leaves everything as a killed process does.
    pub fn run_with<T>(
        &self,
        request: &RunRequest<'_>,
        opened: Option<&Opened>,
        onlooker: &mut dyn Onlooker,
        conduct: impl FnOnce(&mut Driver<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut engine = Engine::open(&self.setting)?;
        let target = engine.pinned(request.target)?;
        self.prepare_run(engine, &request.of(&target), opened, onlooker, conduct)
    }

    /// The request names its session: others may make another one current at any time.
    fn prepare_run<T>(
        &self,
        mut engine: Engine,
        request: &RunRequest<'_>,
        opened: Option<&Opened>,
        onlooker: &mut dyn Onlooker,
        conduct: impl FnOnce(&mut Driver<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let session = engine.session_id(request.target)?;
        // What is seen before the plan is ours may belong to a driver that is about to end.
        let plan_lock = hold(&engine, &session, request.target.thread())?;
        let picture = Picture::of(&mut engine, request.target, request.by)?;
        engine.prompts()?.demand(needed_prompts(opened.is_some()))?;
        let approval = request.approval.unwrap_or(self.config.run.approval);
        let cage = match approval {
            ApprovalPolicy::Ask if !Cage::holds_for_person(self, request.sandbox) => Cage::Open,
            ApprovalPolicy::Ask | ApprovalPolicy::Sandbox => Cage::for_nobody(self, request.sandbox)?,
        };
        let scene = Scene {
            bench: self,
            mailbox: Mailbox::new(onlooker),
            consents: Consents::default(),
            approval,
            cage: &cage,
            request,
            opened,
            session,
            turns: self.config.run.turns,
            company: Company::default(),
            store_watch: StoreWatch::default(),
        };
        let agents = RunAgents::new(Roster::of(&self.config, opened.is_some())?);
        let pulse = Pulse::new(&self.setting, &picture.session, picture.thread);
        let steps = RunSteps::new(self.driving(&mut engine, request)?, pulse);
        let mut driver = Driver::new(engine, plan_lock, &scene, picture, agents, steps);
        conduct(&mut driver)
    }

    /// What the driver is told to do, where nothing has begun.
    fn driving(&self, engine: &mut Engine, request: &RunRequest<'_>) -> Result<Driving, EngineError> {
        let config = &self.config.run;
        let jobs = request.jobs.unwrap_or(config.jobs).clamp(1, limits::RUN_JOBS_MAX);
        let only = request.only.map(|name| self.only(engine, request.target, name));
        Ok(Driving {
            jobs: usize::try_from(jobs).unwrap_or(1),
            iterations: request.iterations.unwrap_or(config.iterations),
            only: only.transpose()?,
            ..Driving::default()
        })
    }

    fn only(&self, engine: &mut Engine, target: &Target, name: &TaskRef) -> Result<TaskNumber, EngineError> {
        Ok(engine.show(target, name)?.task.number)
    }
}

/// What agents and planners will be told with: a file that cannot be used is found out before anything begins.
fn needed_prompts(has_planner: bool) -> &'static [PromptName] {
    use PromptName::{RawkoArbiter, RawkoReplan, Step, Turn};
    match has_planner {
        true => &[Step, RawkoArbiter, RawkoReplan, Turn],
        false => &[Step],
    }
}

/// What all steps of one run share.
struct Scene<'a> {
    pub bench: &'a Workbench,
    pub mailbox: Mailbox<'a>,
    pub consents: Consents,
    pub approval: ApprovalPolicy,
    /// The sandbox of all checks, also of those that a person approved.
    pub cage: &'a Cage,
    pub request: &'a RunRequest<'a>,
    pub opened: Option<&'a Opened>,
    pub session: SessionId,
    /// Turns that a planner agent has.
    pub turns: u64,
    pub company: Company,
    pub store_watch: StoreWatch,
}

impl Scene<'_> {
    pub fn tell(&self, news: &News) {
        self.mailbox.tell(news.clone());
    }

    /// Others go on meanwhile, and can tell what they have to tell.
    pub fn ask<T>(&self, question: impl FnOnce(&mut dyn Onlooker) -> T) -> T {
        self.mailbox.ask(question)
    }

    pub fn is_cancelled(&self) -> bool {
        self.request.cancelled.load(Ordering::Relaxed)
    }
}
