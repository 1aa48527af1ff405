//! Before a step begins: who does it, what they are told, and whether its checks may run.

use std::ffi::OsString;

use model::{Driven, Fence, Move, Task, TaskPath};

use super::brief::brief;
use super::checks::{ApprovedChecks, commands};
use super::choose::choose;
use super::context::context;
use super::driver::Driver;
use super::error::RunFault;
use super::picture::driven;
use super::roster::{Agent, last};
use super::work::{Part, Step};
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
        }
    }
}

impl Driver<'_> {
    /// Whether somebody must be asked before the task can begin.
    pub fn is_question(&self, task: &Task) -> bool {
        !commands(task).is_empty() || self.decided(task).is_none()
    }

    /// `None` if the run is to stop instead, or if nobody is there for the task, which is remembered.
    pub fn prepare(&mut self, task: Task) -> Result<Option<Prepared>, RunFault> {
        let agent = match self.decided(&task) {
            Some(agent) => Ok(agent),
            None => self.ask_arbiter(&task)?,
        };
        match agent {
            Ok(agent) => self.prepare_for(task, agent),
            Err(lack) => {
                self.lack(task.number, lack);
                Ok(None)
            }
        }
    }

    pub fn prepare_for(&mut self, task: Task, agent: Agent) -> Result<Option<Prepared>, RunFault> {
        let step = self.line(&task);
        let checks = match self.scene.approve(&task, &step) {
            Ok(checks) => checks,
            Err(declined) => {
                self.stop(End::Declined {
                    step,
                    is_absent: declined.is_absent,
                });
                return Ok(None);
            }
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

    fn decided(&self, task: &Task) -> Option<Agent> {
        let tasks = self.picture.tasks().ok()?;
        self.roster.decided(task, last(tasks).as_ref()).cloned()
    }

    fn ask_arbiter(&mut self, task: &Task) -> Result<Result<Agent, Lack>, RunFault> {
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
        chosen
    }
}
