//! The loop: what has ended is stored together with what begins, and the plan says what comes next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use model::schedule::{Driving, Stage, stage};
use model::{AgentName, Fence, Task, TaskNumber, Timestamp};

use super::counting::place;
use super::error::RunFault;
use super::files::Reflected;
use super::moves::Closing;
use super::onlooker::{News, StepLine};
use super::picture::Picture;
use super::places::Looked;
use super::prepare::Prepared;
use super::pulse::{Busy, beat};
use super::roster::Roster;
use super::scene::Scene;
use super::work::{Ended, Step, work};
use super::{End, Lack, RunEnd, RunRequest, Tally};
use crate::planner::Opened;
use crate::project::Engine;

/// How soon the user's wish to stop is noticed where no agent ends.
const TICK: Duration = Duration::from_millis(100);

pub(super) struct Driver<'a> {
    pub engine: Engine,
    pub picture: Picture,
    pub roster: Roster,
    pub scene: &'a Scene<'a>,
    pub request: &'a RunRequest<'a>,
    pub opened: Option<&'a Opened>,
    pub driving: Driving,
    pub under_way: BTreeMap<TaskNumber, UnderWay>,
    pub tally: Tally,
    pub began: Timestamp,
    pub busy: Arc<Busy>,
    /// For which plan it was looked where declared paths lead.
    pub looked: Looked,
    /// Why there is nobody for some tasks.
    pub lacks: BTreeMap<TaskNumber, Lack>,
    /// Whoever watches was told that it begins.
    pub has_begun: bool,
    /// Nothing more is started, for this reason.
    pub stopping: Option<End>,
    /// What is known of the files that show the plan.
    pub reflected: Reflected,
}

/// A step that an agent works on.
pub(super) struct UnderWay {
    pub line: StepLine,
    pub agent: AgentName,
    pub fence: Fence,
    pub since: Timestamp,
    /// By what it is told whether it is done.
    pub acceptance: Vec<String>,
}

/// What comes next, without a hold on the picture.
enum Next {
    Start(Vec<Task>),
    Wait,
    Replan(Box<Task>),
    Stop(End),
}

impl Driver<'_> {
    pub fn go(&mut self) -> Result<RunEnd, RunFault> {
        let (scene, opened) = (self.scene, self.opened);
        let (session, thread) = (self.picture.session.clone(), self.picture.thread);
        let busy = Arc::clone(&self.busy);
        thread::scope(|scope| {
            let (_alive, over) = mpsc::channel();
            scope.spawn(move || beat(&scene.bench.setting, &session, thread, &busy, &over));
            let (sender, receiver) = mpsc::channel();
            let crew = Crew {
                scope,
                scene,
                opened,
                sender,
            };
            let ended = self.drive(&crew, &receiver);
            match &ended {
                Ok(_) => self.follow_files(),
                Err(_) => self.give_up(&receiver),
            }
            match ended {
                Err(fault) if !self.has_begun => Err(fault),
                ended => self.sum(ended),
            }
        })
    }

    fn drive(&mut self, crew: &Crew<'_, '_, '_>, receiver: &Receiver<Ended>) -> Result<End, RunFault> {
        let left = self.take_up()?;
        self.tell_beginning()?;
        self.has_begun = true;
        for step in left {
            self.begin(crew, step);
        }
        loop {
            let ended = self.ended(receiver);
            self.reflect();
            if let Err(error) = self.picture.refresh(&mut self.engine) {
                // Nobody waits for those any more.
                ended.into_iter().for_each(|ended| drop(self.closing(ended)));
                return Err(error.into());
            }
            let closings: Vec<Closing> = ended.into_iter().filter_map(|ended| self.closing(ended)).collect();
            let moves: Vec<_> = closings
                .iter()
                .flat_map(|closing| closing.moves.iter().cloned())
                .collect();
            self.picture.foresee(&moves, &self.engine);
            match self.next()? {
                Next::Start(tasks) => self.start(crew, closings, tasks)?,
                Next::Wait => drop(self.store(closings, Vec::new())?),
                Next::Stop(end) => {
                    self.store(closings, Vec::new())?;
                    return Ok(end);
                }
                Next::Replan(task) => {
                    self.store(closings, Vec::new())?;
                    if let Some(end) = self.replan(&task)? {
                        return Ok(end);
                    }
                }
            }
        }
    }

    fn next(&mut self) -> Result<Next, RunFault> {
        if self.scene.is_cancelled() && self.stopping.is_none() {
            self.stopping = Some(End::Stopped);
        }
        let at = self.engine.now();
        if let Some(end) = &self.stopping {
            return Ok(match self.driving.running.is_empty() {
                true => Next::Stop(end.clone()),
                false => Next::Wait,
            });
        }
        self.look_at_places(at)?;
        Ok(match stage(self.picture.thread_state()?, &self.driving, at) {
            Stage::Start(tasks) => Next::Start(tasks.into_iter().cloned().collect()),
            Stage::Wait => Next::Wait,
            Stage::Replan(task) => Next::Replan(Box::new(task.clone())),
            Stage::Stop(stop) => Next::Stop(self.end(stop)),
        })
    }

    /// Whoever must be asked about is not kept waiting for by what has ended already.
    fn start(&mut self, crew: &Crew<'_, '_, '_>, mut closings: Vec<Closing>, tasks: Vec<Task>) -> Result<(), RunFault> {
        if tasks.iter().any(|task| self.is_question(task)) {
            self.store(std::mem::take(&mut closings), Vec::new())?;
        }
        let mut prepared: Vec<Prepared> = Vec::new();
        for task in tasks {
            match self.prepare(task)? {
                Some(one) => prepared.push(one),
                None if self.stopping.is_some() => break,
                None => {}
            }
        }
        let started = self.store(closings, prepared)?;
        for (prepared, fence) in started {
            self.driving.iterations = self.driving.iterations.saturating_sub(1);
            self.tally.started += 1;
            self.begin(crew, prepared.into_step(fence));
        }
        Ok(())
    }

    fn begin(&mut self, crew: &Crew<'_, '_, '_>, step: Step) {
        let number = step.task.number;
        self.driving.running.insert(number);
        self.busy.begin(&step.agent.name);
        let line = self.line(&step.task);
        self.scene.tell(&News::Started {
            step: line.clone(),
            agent: step.agent.name.to_string(),
        });
        self.under_way.insert(
            number,
            UnderWay {
                line,
                agent: step.agent.name.clone(),
                fence: step.fence,
                since: self.engine.now(),
                acceptance: step.task.brief.acceptance.clone(),
            },
        );
        crew.work(step);
    }

    /// Waits for somebody, and takes all that have ended meanwhile.
    fn ended(&self, receiver: &Receiver<Ended>) -> Vec<Ended> {
        if self.driving.running.is_empty() {
            return Vec::new();
        }
        let first = receiver.recv_timeout(TICK).ok();
        first.into_iter().chain(receiver.try_iter()).collect()
    }

    /// We cannot go on. Agents are stopped, and what they had is handed back as well as it can be.
    fn give_up(&mut self, receiver: &Receiver<Ended>) {
        self.scene.cancelled.store(true, Ordering::Relaxed);
        while !self.driving.running.is_empty() {
            let ended = self.ended(receiver);
            let closings = ended.into_iter().filter_map(|ended| self.closing(ended)).collect();
            let _ = self.picture.refresh(&mut self.engine);
            let _ = self.store(closings, Vec::new());
        }
    }

    pub fn line(&self, task: &Task) -> StepLine {
        StepLine {
            number: task.number,
            index: place(&self.picture, task).unwrap_or(0),
            key: task.key.to_string(),
            title: task.brief.title.clone(),
        }
    }

    pub fn elapsed_ms(&self, since: Timestamp) -> u64 {
        u64::try_from(self.engine.now().millis_since(since)).unwrap_or(0)
    }

    pub fn cost(&self) -> Option<model::Cost> {
        let spent = self.opened?.purse.spent();
        (spent.cost.micros() > 0).then_some(spent.cost)
    }

    fn tell_beginning(&self) -> Result<(), RunFault> {
        self.scene.tell(&News::Begins {
            goal: self.picture.goal().map(str::to_owned),
            counts: self.picture.thread_state()?.counts,
            jobs: self.driving.jobs,
        });
        Ok(())
    }
}

/// Those who do the work, each in a thread of its own.
pub(super) struct Crew<'scope, 'env, 'a> {
    scope: &'scope Scope<'scope, 'env>,
    scene: &'scope Scene<'a>,
    opened: Option<&'scope Opened>,
    sender: Sender<Ended>,
}

impl Crew<'_, '_, '_> {
    fn work(&self, step: Step) {
        let (scene, opened, sender) = (self.scene, self.opened, self.sender.clone());
        self.scope.spawn(move || {
            let planner = opened.map(|opened| opened.planner.as_ref());
            // Nobody is left to hear it if the driver is gone.
            let _ = sender.send(work(scene, planner, &step));
        });
    }
}
