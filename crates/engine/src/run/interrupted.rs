//! What an earlier driver left when it died. Nothing of it is done again unless somebody says so.

use dialect::config::AgentWork;
use model::{Move, Task, TaskState};

use super::driver::Driver;
use super::error::{Interrupted, RunFault};
use super::onlooker::{News, Resolution};
use super::picture::driven;
use super::roster::Agent;
use super::work::{Part, Step};
use crate::turns::Resolve;

impl Driver<'_> {
    /// Settles what was left behind. The steps that go on from where they were come back.
    pub fn take_up(&mut self) -> Result<Vec<Step>, RunFault> {
        let left = self.picture.left_behind(&mut self.engine)?;
        if left.is_empty() {
            return match self.request.resolve {
                Some(_) => Err(RunFault::NothingToResolve),
                None => Ok(Vec::new()),
            };
        }
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        for task in left {
            let interrupted = self.interrupted(&task);
            // Turns know by themselves how far they came.
            let by_turns = self.agent_of(&task).filter(|agent| agent.work == AgentWork::Planner);
            let resolution = self.request.resolve;
            let resolution = resolution.or_else(|| match by_turns {
                Some(_) => None,
                None => self.scene.onlooker().resolve(&interrupted),
            });
            match (resolution, by_turns) {
                (Some(Resolution::Done), Some(agent)) => known.push((task, Way::Rest(agent, Some(Resolve::Done)))),
                (Some(Resolution::Failed), Some(agent)) => known.push((task, Way::Rest(agent, Some(Resolve::Failed)))),
                (None, Some(agent)) => known.push((task, Way::Rest(agent, None))),
                (Some(resolution), _) => known.push((task, Way::Resolved(resolution))),
                (None, None) => unknown.push(interrupted),
            }
        }
        match unknown.is_empty() {
            true => self.settle_all(known),
            false => Err(RunFault::Unresolved(unknown)),
        }
    }

    fn settle_all(&mut self, known: Vec<(Task, Way)>) -> Result<Vec<Step>, RunFault> {
        let mut steps = Vec::new();
        for (task, way) in known {
            let TaskState::Doing(claim) = task.state.clone() else {
                continue;
            };
            let to = match way {
                Way::Resolved(Resolution::Failed) => Move::fail("the driver was killed while the agent worked on it"),
                Way::Resolved(Resolution::Again) => Move::Reopen,
                Way::Resolved(Resolution::Done) => {
                    let agent = self.agent_of(&task).unwrap_or_else(|| Agent::bare(&claim.agent));
                    steps.extend(self.step_for(task, agent, claim.fence, Part::Checks)?);
                    continue;
                }
                Way::Rest(agent, resolve) => {
                    let title = &task.brief.title;
                    self.scene
                        .tell(&News::Remark(format!("“{title}” goes on where it was")));
                    steps.extend(self.step_for(task, agent, claim.fence, Part::Rest(resolve))?);
                    continue;
                }
            };
            let moves = vec![driven(&claim.agent, task.number, Some(claim.fence), to)];
            self.picture.drive(&mut self.engine, moves)?;
        }
        Ok(steps)
    }

    fn step_for(
        &mut self,
        task: Task,
        agent: Agent,
        fence: model::Fence,
        part: Part,
    ) -> Result<Option<Step>, RunFault> {
        let prepared = self.prepare_for(task, agent)?;
        Ok(prepared.map(|prepared| Step {
            part,
            ..prepared.into_step(fence)
        }))
    }

    fn interrupted(&self, task: &Task) -> Interrupted {
        Interrupted {
            step: self.line(task),
            agent: task.claim().map(|claim| claim.agent.to_string()).unwrap_or_default(),
            command: None,
        }
    }

    fn agent_of(&self, task: &Task) -> Option<Agent> {
        let claim = task.claim()?;
        self.roster.get(claim.agent.as_str()).cloned()
    }
}

/// How interrupted work goes on.
enum Way {
    Resolved(Resolution),
    /// By turns.
    Rest(Agent, Option<Resolve>),
}
