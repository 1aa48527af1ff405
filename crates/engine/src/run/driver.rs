//! The loop of a run: what has ended is stored together with what begins, and the plan says what comes next.
//!
//! The driver takes one phase at a time. Between two phases the process may die, others may change the plan, and time may
//! pass. So the result of a phase is looked at again, or stored only if the plan is still what it was.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use model::schedule::{Stage, stage};
use model::{OpVersion, Task, Timestamp};
use workspace::Hold;

use super::agents::RunAgents;
use super::crew::{Crew, Step};
use super::observer::{News, Remark, StepLine};
use super::picture::{Picture, place};
use super::prepare::Prepared;
use super::progress::RunProgress;
use super::pulse::Pulse;
use super::resume::{LeftBehind, Way};
use super::steps::{RunSteps, UnderWay};
use super::{End, RunEnd, Scene};
use crate::error::EngineError;
use crate::project::Engine;
use crate::rawko::PlanFileWarning;

/// How far the files that show the plan may be behind.
const FILES_DELAY: Duration = Duration::from_millis(900);

pub struct Driver<'a> {
    pub(super) engine: Engine,
    /// The lock on the plan.
    pub(super) plan_lock: Option<Hold>,
    pub(super) scene: &'a Scene<'a>,
    pub(super) picture: Picture,
    pub(super) agents: RunAgents,
    pub(super) steps: RunSteps,
    pub(super) progress: RunProgress,
    files: FollowedFiles,
    phase: Phase,
}

/// What the driver does next.
pub(super) enum Phase {
    TakingUp,
    /// Resumes what an earlier run left, one task after the other.
    Settling(VecDeque<(LeftBehind, Way)>),
    Watching,
    /// Reads the plan, and concludes what has ended.
    Looking,
    /// Asks the arbiter or the user about these tasks before they can start.
    Asking(Vec<Task>),
    /// Stores what has ended, and what begins.
    Storing(Vec<Prepared>, Then),
    Replanning(Box<Task>),
    /// The run cannot go on. It stops its agents, and releases their steps as well as it can.
    GivingUp(EngineError),
}

/// What follows when everything is stored.
pub(super) enum Then {
    Watch,
    Ask(Vec<Task>),
    Replan(Box<Task>),
    Stop(End),
    Fail(EngineError),
}

/// Another phase, or the end.
pub(super) type Passed = ControlFlow<End, Phase>;

/// The version that the files of the plan show, and the warnings that the user has seen.
struct FollowedFiles {
    at: Instant,
    version: OpVersion,
    reported: Vec<PlanFileWarning>,
}

impl<'a> Driver<'a> {
    pub(super) fn new(
        engine: Engine,
        plan_lock: Hold,
        scene: &'a Scene<'a>,
        picture: Picture,
        agents: RunAgents,
        steps: RunSteps,
    ) -> Self {
        Self {
            progress: RunProgress::new(engine.now()),
            engine,
            plan_lock: Some(plan_lock),
            scene,
            picture,
            agents,
            steps,
            files: FollowedFiles {
                at: Instant::now(),
                version: OpVersion::ZERO,
                reported: Vec::new(),
            },
            phase: Phase::TakingUp,
        }
    }
}

impl Driver<'_> {
    /// Passes one phase. Returns how the run went as soon as it is over.
    pub fn advance(&mut self, crew: &mut dyn Crew) -> Result<Option<RunEnd>, EngineError> {
        let passed = match std::mem::replace(&mut self.phase, Phase::Watching) {
            Phase::GivingUp(fault) => return self.give_up(fault, crew),
            phase => self.pass(phase, crew),
        };
        match passed {
            Ok(Continue(phase)) => self.phase = phase,
            Ok(Break(end)) => return self.sum(Ok(end)).map(Some),
            Err(fault) if self.awaits_restored_store(&fault) => {}
            Err(fault) => {
                self.scene.request.cancelled.store(true, Ordering::Relaxed);
                self.steps.retain_waiting(|_| false);
                self.phase = Phase::GivingUp(fault);
            }
        }
        Ok(None)
    }

    fn give_up(&mut self, fault: EngineError, crew: &mut dyn Crew) -> Result<Option<RunEnd>, EngineError> {
        self.hear(crew);
        if let Err(error) = self.open_restored_store().and_then(|()| self.store_singly()) {
            self.lose_all(&error);
        }
        if self.steps.is_idle() {
            return self.broken_off(fault).map(Some);
        }
        self.phase = Phase::GivingUp(fault);
        Ok(None)
    }

    /// Renews the leases of the agents that work.
    pub fn pulse(&self) -> &Arc<Pulse> {
        self.steps.pulse()
    }

    fn pass(&mut self, phase: Phase, crew: &mut dyn Crew) -> Result<Passed, EngineError> {
        match phase {
            Phase::TakingUp => self.take_up(),
            Phase::Settling(left) => self.settle(left),
            Phase::Watching => Ok(Continue(self.watch(crew))),
            Phase::Looking => self.look(crew),
            // An answer takes time, so the plan is read again.
            Phase::Asking(tasks) => self.ask_about(&tasks).map(|()| Continue(Phase::Looking)),
            Phase::Storing(prepared, then) => self.store(prepared, then),
            Phase::Replanning(task) => Ok(match self.replan(&task)? {
                Some(end) => Break(end),
                None => Continue(Phase::Watching),
            }),
            Phase::GivingUp(fault) => Err(fault),
        }
    }

    fn watch(&mut self, crew: &mut dyn Crew) -> Phase {
        let is_stopping = self.progress.stopping().is_some();
        if let Some(step) = self.steps.next_waiting(is_stopping) {
            self.begin(crew, step);
            return Phase::Watching;
        }
        self.hear(crew);
        Phase::Looking
    }

    fn look(&mut self, crew: &mut dyn Crew) -> Result<Passed, EngineError> {
        self.open_restored_store()?;
        self.picture.refresh(&mut self.engine)?;
        self.stop_obsolete(crew)?;
        self.conclude_all()?;
        self.picture.foresee(&self.steps.changes(), &self.engine);
        let then = match self.next()? {
            // What has ended is stored before a question, because an answer takes time.
            Then::Ask(tasks) if !tasks.iter().any(|task| self.is_question(task)) => match self.prepare_all(tasks) {
                Ok(prepared) => return Ok(Continue(Phase::Storing(prepared, Then::Watch))),
                Err(fault) => Then::Fail(fault),
            },
            then => then,
        };
        Ok(Continue(Phase::Storing(Vec::new(), then)))
    }

    fn next(&mut self) -> Result<Then, EngineError> {
        if self.scene.is_cancelled() {
            self.progress.stop(End::Stopped);
        }
        if let Some(end) = self.progress.stopping().cloned() {
            self.steps.retain_waiting(|_| false);
            return Ok(match self.steps.is_idle() {
                true => Then::Stop(end),
                false => Then::Watch,
            });
        }
        self.agents.forget_lacks(&self.picture);
        let (without_agent, at) = (self.agents.without_agent(), self.engine.now());
        self.steps
            .look_at_places(&self.picture, &self.scene.bench.root, without_agent, at)?;
        Ok(match stage(self.picture.thread_state()?, self.steps.driving(), at) {
            Stage::Start(tasks) => Then::Ask(tasks.into_iter().cloned().collect()),
            Stage::Wait => Then::Watch,
            Stage::Replan(task) => Then::Replan(Box::new(task.clone())),
            Stage::Stop(stop) => Then::Stop(self.end(stop)),
        })
    }

    fn begin(&mut self, crew: &mut dyn Crew, step: Step) {
        let line = self.line(&step.task);
        if !self.steps.is_at_work(&step.agent.name) {
            self.agents.note_begin(&step.agent.name, self.picture.version());
        }
        self.scene.tell(&News::Started {
            step: line.clone(),
            agent: step.agent.name.to_string(),
        });
        self.steps.begin(UnderWay {
            line,
            agent: step.agent.name.clone(),
            fence: step.fence,
            since: self.engine.now(),
            acceptance: step.task.brief.acceptance.clone(),
            part: step.part,
            is_stopped: false,
        });
        crew.begin(step);
    }

    /// Takes the ends of the agents that have ended.
    fn hear(&mut self, crew: &mut dyn Crew) {
        if !self.steps.has_under_way() {
            return;
        }
        if self.scene.is_cancelled() {
            for step in self.steps.working() {
                crew.stop(step.line.number);
                self.steps.mark_stopped(step.line.number);
            }
        }
        for (number, end) in crew.ended() {
            self.end_step(number, end);
        }
    }

    /// Stops agents whose results are not wanted any more: they would cost money. Steps of an earlier run that others have
    /// by now are not started.
    fn stop_obsolete(&mut self, crew: &mut dyn Crew) -> Result<(), EngineError> {
        for step in self.steps.working() {
            if self.is_obsolete(&step)? {
                crew.stop(step.line.number);
                self.steps.mark_stopped(step.line.number);
            }
        }
        self.leave_what_is_taken();
        Ok(())
    }

    pub(super) fn line(&self, task: &Task) -> StepLine {
        StepLine {
            number: task.number,
            index: place(&self.picture, task).unwrap_or(0),
            key: task.key.to_string(),
            title: task.brief.title.clone(),
        }
    }

    pub(super) fn elapsed_ms(&self, since: Timestamp) -> u64 {
        u64::try_from(self.engine.now().millis_since(since)).unwrap_or(0)
    }

    pub(super) fn cost(&self) -> Option<model::Cost> {
        let paid = self.scene.opened?.purse.paid();
        (paid.micros() > 0).then_some(paid)
    }

    pub(super) fn tell_beginning(&mut self) -> Result<(), EngineError> {
        self.progress.note_begin_reported();
        self.scene.tell(&News::Begins {
            goal: self.picture.goal().map(str::to_owned),
            counts: self.picture.thread_state()?.counts,
            jobs: self.steps.driving().jobs,
            sandbox: self.scene.unasked(),
            rights: self.scene.cage.rights(),
        });
        Ok(())
    }

    pub(super) fn remark(&self, remark: Remark) {
        self.scene.tell(&News::Remark(remark));
    }

    /// Writes the files that show the plan, if the plan changed a while ago.
    pub(super) fn follow_plan(&mut self) {
        if self.files.at.elapsed() > FILES_DELAY && self.files.version != self.picture.version() {
            self.write_files();
        }
    }

    /// Each warning is reported once.
    pub(super) fn write_files(&mut self) {
        self.files.version = self.picture.version();
        for warning in self.engine.write_plan_files() {
            if !self.files.reported.contains(&warning) {
                self.scene.tell(&News::PlanFile(warning.clone()));
                self.files.reported.push(warning);
            }
        }
        self.files.at = Instant::now();
    }
}
