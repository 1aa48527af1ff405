//! The loop: what has ended is stored together with what begins, and the plan says what comes next.
//!
//! It is taken one phase at a time. Between two phases the process may die, others may change the plan, and time may pass;
//! so whatever a phase hands on is looked at again, or stored only if the plan is still what it was.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use model::schedule::{Driving, Stage, stage};
use model::{AgentName, Driven, Fence, Move, OpVersion, Task, TaskNumber, Timestamp, criterion};
use workspace::Hold;

use super::counting::place;
use super::crew::{Crew, Part, Step};
use super::error::RunFault;
use super::files::FollowedFiles;
use super::interrupted::Way;
use super::left_behind::LeftBehind;
use super::moves::EndedStep;
use super::onlooker::{News, StepLine};
use super::picture::{Picture, driven};
use super::places::Looked;
use super::prepare::Prepared;
use super::pulse::Pulse;
use super::roster::{Agent, Roster};
use super::scene::Scene;
use super::{End, Lack, RunEnd, RunRequest, Tally};
use crate::planner::Opened;
use crate::project::Engine;

pub struct Driver<'a> {
    pub(super) engine: Engine,
    /// The lock on the plan.
    pub(super) plan_lock: Option<Hold>,
    pub(super) picture: Picture,
    pub(super) roster: Roster,
    pub(super) scene: &'a Scene<'a>,
    pub(super) request: &'a RunRequest<'a>,
    pub(super) opened: Option<&'a Opened>,
    pub(super) driving: Driving,
    /// These have their claims, and nobody has begun them yet.
    pub(super) waiting: VecDeque<Step>,
    pub(super) under_way: BTreeMap<TaskNumber, UnderWay>,
    /// Steps that have ended and are not stored yet.
    pub(super) ended: Vec<EndedStep>,
    /// Whom the arbiter chose for what has not begun: a question costs money.
    pub(super) chosen: BTreeMap<TaskNumber, Agent>,
    pub(super) tally: Tally,
    pub(super) began: Timestamp,
    pub(super) pulse: Arc<Pulse>,
    /// For which plan it was looked where declared paths lead.
    pub(super) looked: Looked,
    /// Why there is nobody for some tasks.
    pub(super) lacks: BTreeMap<TaskNumber, Lack>,
    /// Agents whose programs could not be started, and why. They are not tried again for every task.
    pub(super) unstarted: BTreeMap<AgentName, String>,
    /// The claims of steps whose criteria changed while their agents worked.
    pub(super) restarts: BTreeMap<TaskNumber, BTreeSet<Fence>>,
    /// Whoever watches was told that it begins.
    pub(super) has_begun: bool,
    /// How far the plan was when the names that are at work began to work.
    pub(super) busy_since: BTreeMap<AgentName, OpVersion>,
    pub(super) files: FollowedFiles,
    /// Nothing more is started, for this reason.
    pub(super) stopping: Option<End>,
    /// We cannot go on. Agents are stopped, and what they had is handed back as well as it can be.
    pub(super) giving_up: Option<RunFault>,
    pub(super) phase: Phase,
}

/// What is done next.
pub(super) enum Phase {
    TakingUp,
    /// What an earlier driver left is settled, one task after the other.
    Settling(VecDeque<(LeftBehind, Way)>),
    Watching,
    /// At the plan, and at what has ended.
    Looking,
    /// Somebody must be asked before these can begin.
    Asking(Vec<Task>),
    /// What has ended, and what begins.
    Storing(Vec<Prepared>, Then),
    Replanning(Box<Task>),
}

/// What follows when everything is stored.
pub(super) enum Then {
    Watch,
    Ask(Vec<Task>),
    Replan(Box<Task>),
    Stop(End),
    Fail(RunFault),
}

/// Another phase, or the end.
pub(super) type Passed = ControlFlow<End, Phase>;

/// A step that an agent works on.
pub(super) struct UnderWay {
    pub line: StepLine,
    pub agent: AgentName,
    pub fence: Fence,
    pub since: Timestamp,
    /// By what it is told whether it is done.
    pub acceptance: Vec<String>,
    pub part: Part,
    /// Its agent was told to stop.
    pub is_stopped: bool,
}

impl UnderWay {
    /// Whether commands say if it is done.
    pub fn has_checks(&self) -> bool {
        criterion::has_commands(&self.acceptance)
    }

    /// The change of the step, under the claim of its agent.
    pub fn driven(&self, to: Move) -> Driven {
        driven(&self.agent, self.line.number, Some(self.fence), to)
    }
}

/// What comes next, without a hold on the picture.
enum Next {
    Start(Vec<Task>),
    Wait,
    Replan(Box<Task>),
    Stop(End),
}

impl Driver<'_> {
    /// Passes one phase. How the run went, as soon as it is over.
    pub fn advance(&mut self, crew: &mut dyn Crew) -> Result<Option<RunEnd>, RunFault> {
        if let Some(fault) = self.giving_up.take() {
            return self.give_up(fault, crew);
        }
        let phase = std::mem::replace(&mut self.phase, Phase::Watching);
        match self.pass(phase, crew) {
            Ok(Continue(phase)) => self.phase = phase,
            Ok(Break(end)) => return self.sum(Ok(end)).map(Some),
            Err(fault) if self.awaits_restored_store(&fault) => {}
            Err(fault) => {
                self.scene.cancelled.store(true, Ordering::Relaxed);
                self.leave_waiting();
                self.giving_up = Some(fault);
            }
        }
        Ok(None)
    }

    fn give_up(&mut self, fault: RunFault, crew: &mut dyn Crew) -> Result<Option<RunEnd>, RunFault> {
        self.hear(crew);
        if let Err(error) = self.open_restored_store().and_then(|()| self.store_singly()) {
            self.lose_all(&error);
        }
        if self.driving.running.is_empty() {
            return self.broken_off(fault).map(Some);
        }
        self.giving_up = Some(fault);
        Ok(None)
    }

    /// Whoever works is heard of through it.
    pub fn pulse(&self) -> &Arc<Pulse> {
        &self.pulse
    }

    fn pass(&mut self, phase: Phase, crew: &mut dyn Crew) -> Result<Passed, RunFault> {
        match phase {
            Phase::TakingUp => self.take_up(),
            Phase::Settling(left) => self.settle(left),
            Phase::Watching => Ok(self.watch(crew)),
            Phase::Looking => self.look(crew),
            // Whoever was asked took their time, so the plan is looked at again.
            Phase::Asking(tasks) => self.ask_about(&tasks).map(|()| Continue(Phase::Looking)),
            Phase::Storing(prepared, then) => self.store(prepared, then),
            Phase::Replanning(task) => Ok(match self.replan(&task)? {
                Some(end) => Break(end),
                None => Continue(Phase::Watching),
            }),
        }
    }

    fn watch(&mut self, crew: &mut dyn Crew) -> Passed {
        // What an earlier run left can stay as it is. What this one has claimed is begun, and stopped if need be.
        let may_begin = |step: &Step| step.part == Part::All || self.stopping.is_none();
        if self.under_way.len() < self.driving.jobs
            && self.waiting.front().is_some_and(may_begin)
            && let Some(step) = self.waiting.pop_front()
        {
            self.begin(crew, step);
            return Continue(Phase::Watching);
        }
        self.hear(crew);
        Continue(Phase::Looking)
    }

    fn look(&mut self, crew: &mut dyn Crew) -> Result<Passed, RunFault> {
        self.open_restored_store()?;
        self.picture.refresh(&mut self.engine)?;
        self.stop_obsolete(crew)?;
        self.conclude_all()?;
        let moves = self.ends();
        self.picture.foresee(&moves, &self.engine);
        let (prepared, then) = match self.next()? {
            // What has ended is stored before anybody is asked: whoever is asked takes their time.
            Next::Start(tasks) if tasks.iter().any(|task| self.is_question(task)) => (Vec::new(), Then::Ask(tasks)),
            Next::Start(tasks) => match self.prepare_all(tasks) {
                Ok(prepared) => (prepared, Then::Watch),
                Err(fault) => (Vec::new(), Then::Fail(fault)),
            },
            Next::Wait => (Vec::new(), Then::Watch),
            Next::Replan(task) => (Vec::new(), Then::Replan(task)),
            Next::Stop(end) => (Vec::new(), Then::Stop(end)),
        };
        Ok(Continue(Phase::Storing(prepared, then)))
    }

    fn next(&mut self) -> Result<Next, RunFault> {
        if self.scene.is_cancelled() && self.stopping.is_none() {
            self.stopping = Some(End::Stopped);
        }
        if let Some(end) = self.stopping.clone() {
            self.leave_waiting();
            return Ok(match self.driving.running.is_empty() {
                true => Next::Stop(end),
                false => Next::Wait,
            });
        }
        self.forget_lacks();
        let at = self.engine.now();
        self.look_at_places(at)?;
        Ok(match stage(self.picture.thread_state()?, &self.driving, at) {
            Stage::Start(tasks) => Next::Start(tasks.into_iter().cloned().collect()),
            Stage::Wait => Next::Wait,
            Stage::Replan(task) => Next::Replan(Box::new(task.clone())),
            Stage::Stop(stop) => Next::Stop(self.end(stop)),
        })
    }

    /// These have their claims. They count as running from now on, so that nothing disturbs them.
    pub(super) fn line_up(&mut self, step: Step) {
        self.driving.running.insert(step.task.number);
        self.pulse.begin(&step.agent.name);
        self.waiting.push_back(step);
    }

    /// What could not go on stays as an earlier driver left it, for the next one.
    fn leave_waiting(&mut self) {
        for step in std::mem::take(&mut self.waiting) {
            self.forget(&step);
        }
    }

    /// It was lined up, and is not begun.
    pub(super) fn forget(&mut self, step: &Step) {
        self.driving.running.remove(&step.task.number);
        self.pulse.end(&step.agent.name);
    }

    fn begin(&mut self, crew: &mut dyn Crew, step: Step) {
        let line = self.line(&step.task);
        self.note_begin(&step.agent.name);
        self.scene.tell(&News::Started {
            step: line.clone(),
            agent: step.agent.name.to_string(),
        });
        self.under_way.insert(
            step.task.number,
            UnderWay {
                line,
                agent: step.agent.name.clone(),
                fence: step.fence,
                since: self.engine.now(),
                acceptance: step.task.brief.acceptance.clone(),
                part: step.part,
                is_stopped: false,
            },
        );
        crew.begin(step);
    }

    /// What those who work have to say.
    fn hear(&mut self, crew: &mut dyn Crew) {
        if self.under_way.is_empty() {
            return;
        }
        if self.scene.is_cancelled() {
            self.stop_all(crew);
        }
        for (number, end) in crew.ended() {
            self.end_step(number, end);
        }
    }

    /// Whoever has lost a step to others works for nothing, and costs money all the same. What has not gone on yet is not
    /// begun at all.
    fn stop_obsolete(&mut self, crew: &mut dyn Crew) -> Result<(), RunFault> {
        let working = self.under_way.iter().filter(|(_, step)| !step.is_stopped);
        let numbers: Vec<TaskNumber> = working.map(|(number, _)| *number).collect();
        for number in numbers {
            let Some(mut step) = self.under_way.remove(&number) else {
                continue;
            };
            let is_obsolete = self.is_obsolete(&step);
            if matches!(is_obsolete, Ok(true)) {
                crew.stop(number);
                step.is_stopped = true;
            }
            self.under_way.insert(number, step);
            is_obsolete?;
        }
        self.leave_what_is_taken();
        Ok(())
    }

    fn stop_all(&mut self, crew: &mut dyn Crew) {
        for (number, step) in self.under_way.iter_mut().filter(|(_, step)| !step.is_stopped) {
            crew.stop(*number);
            step.is_stopped = true;
        }
    }

    /// Whoever was told that it begins is told how it went, too.
    fn broken_off(&self, fault: RunFault) -> Result<RunEnd, RunFault> {
        match self.has_begun {
            true => self.sum(Err(fault)),
            false => Err(fault),
        }
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
        let paid = self.opened?.purse.paid();
        (paid.micros() > 0).then_some(paid)
    }

    pub(super) fn tell_beginning(&mut self) -> Result<(), RunFault> {
        self.has_begun = true;
        self.scene.tell(&News::Begins {
            goal: self.picture.goal().map(str::to_owned),
            counts: self.picture.thread_state()?.counts,
            jobs: self.driving.jobs,
            sandbox: self.scene.unasked(),
            rights: self.scene.cage.rights(),
        });
        Ok(())
    }
}
