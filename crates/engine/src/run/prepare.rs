//! Before a step begins: who does it, what they are told, and whether its checks may run.

use std::ffi::OsString;
use std::sync::Arc;

use model::{Driven, Fence, Move, Task, TaskPath};

use super::brief::brief;
use super::checks::ApprovedChecks;
use super::choose::choose;
use super::context::context;
use super::crew::{Part, Step};
use super::driver::Driver;
use super::error::RunFault;
use super::picture::driven;
use super::roster::Agent;
use super::{End, Lack};
use crate::arbiter::Arbiter;

pub(super) struct Prepared {
    task: Task,
    agent: Agent,
    checks: ApprovedChecks,
    brief: String,
    variables: Vec<(OsString, OsString)>,
    places: Vec<TaskPath>,
}

impl Prepared {
    pub fn driven(&self) -> Driven {
        driven(&self.agent.name, self.task.number, None, Move::Start)
    }

    pub fn into_step(self, fence: Fence) -> Step {
        Step {
            task: self.task,
            agent: self.agent,
            fence,
            brief: self.brief,
            variables: self.variables,
            checks: self.checks,
            places: self.places,
            part: Part::All,
            cancelled: Arc::default(),
        }
    }
}

impl Driver<'_> {
    /// Whether somebody must be asked before the task can begin.
    pub(super) fn is_question(&self, task: &Task) -> bool {
        self.decided(task).is_none() || !self.scene.is_approved(task)
    }

    /// What is answered is remembered. The first that nobody wants stops the run.
    pub(super) fn ask_about(&mut self, tasks: &[Task]) -> Result<(), RunFault> {
        for task in tasks {
            if self.decided(task).is_none()
                && let Err(lack) = self.ask_arbiter(task)?
            {
                self.lack(task.number, lack);
                continue;
            }
            if self.approve(task).is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Tasks that nobody has to be asked about.
    pub(super) fn prepare_all(&mut self, tasks: Vec<Task>) -> Result<Vec<Prepared>, RunFault> {
        let mut prepared = Vec::new();
        for task in tasks {
            if let Some(agent) = self.decided(&task)
                && !self.lacks_program(task.number, &agent.name)
            {
                prepared.extend(self.prepare_for(task, agent)?);
            }
        }
        Ok(prepared)
    }

    /// `None` if the run is to stop instead.
    pub(super) fn prepare_for(&mut self, task: Task, agent: Agent) -> Result<Option<Prepared>, RunFault> {
        let Some(checks) = self.approve(&task) else {
            return Ok(None);
        };
        let store = self.scene.bench.setting.store.as_deref();
        let store = store.map(|_| self.engine.database().to_owned());
        Ok(Some(Prepared {
            brief: brief(
                &self.picture,
                &task,
                &agent,
                self.request.counting,
                &self.engine.prompts()?,
            )?,
            variables: context(&self.picture, &task, &agent, store.as_deref())?,
            places: self.scene.places(&task),
            checks,
            task,
            agent,
        }))
    }

    fn approve(&mut self, task: &Task) -> Option<ApprovedChecks> {
        let step = self.line(task);
        match self.scene.approve(task, &step) {
            Ok(checks) => Some(checks),
            Err(declined) => {
                self.stop(End::Declined {
                    step,
                    is_absent: declined.is_absent,
                });
                None
            }
        }
    }

    pub(super) fn decided(&self, task: &Task) -> Option<Agent> {
        let chosen = || self.chosen.get(&task.number);
        let last = self.picture.last_end();
        let decided = self.roster.decided(task.brief.agent.as_ref(), last.as_ref());
        let decided = decided.map(|(agent, _)| agent);
        decided.or_else(chosen).cloned()
    }

    fn ask_arbiter(&mut self, task: &Task) -> Result<Result<(), Lack>, RunFault> {
        let Some(opened) = self.opened else {
            let wanted = task.brief.agent.as_ref().map(ToString::to_string);
            return Ok(Err(Lack::Undecided { wanted }));
        };
        let mut arbiter = Arbiter {
            planner: opened.planner.as_ref(),
            target: self.request.target,
            by: self.request.by,
            cancelled: self.scene.cancelled,
            watch: &mut |_| {},
        };
        let chosen = choose(&mut arbiter, &mut self.engine, &self.picture, &self.roster, task);
        self.picture.refresh(&mut self.engine)?;
        Ok(chosen?.map(|agent| drop(self.chosen.insert(task.number, agent))))
    }
}
