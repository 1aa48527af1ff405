//! What an earlier driver left when it died. Nothing of it is done again unless somebody says so.

use std::collections::VecDeque;
use std::ops::ControlFlow::Continue;

use dialect::config::AgentWork;
use model::{Claim, Move, Task};

use super::crew::{Part, Step};
use super::driver::{Driver, Passed, Phase};
use super::error::{Interrupted, RunFault};
use super::moves::{Stored, anew};
use super::onlooker::Resolution;
use super::picture::driven;
use super::roster::Agent;
use crate::turns::Resolve;

/// Whoever is asked takes their time, and leases run out meanwhile.
const LOST: &str = "is in other hands by now";

/// How interrupted work goes on.
pub(super) enum Way {
    Resolved(Resolution),
    /// By turns.
    Rest(Agent, Option<Resolve>),
}

impl Driver<'_> {
    /// Finds what was left behind, and asks where nothing else says what became of it.
    pub(super) fn take_up(&mut self) -> Result<Passed, RunFault> {
        self.picture.refresh(&mut self.engine)?;
        let left = self.picture.left_behind(&mut self.engine)?;
        if left.is_empty() && self.request.resolve.is_some() {
            return Err(RunFault::NothingToResolve);
        }
        let mut known = VecDeque::new();
        let mut unknown = Vec::new();
        for task in left {
            let interrupted = self.interrupted(&task);
            // Turns know by themselves how far they came.
            let by_turns = self.agent_of(&task).filter(|agent| agent.work == AgentWork::Planner);
            let resolution = self.request.resolve;
            let has_quit = !unknown.is_empty();
            let resolution = resolution.or_else(|| match by_turns {
                None if !has_quit => self.scene.ask(|onlooker| onlooker.resolve(&interrupted)),
                _ => None,
            });
            match (resolution, by_turns) {
                (Some(Resolution::Done), Some(agent)) => known.push_back((task, Way::Rest(agent, Some(Resolve::Done)))),
                (Some(Resolution::Failed), Some(agent)) => {
                    known.push_back((task, Way::Rest(agent, Some(Resolve::Failed))));
                }
                (None, Some(agent)) => known.push_back((task, Way::Rest(agent, None))),
                (Some(resolution), _) => known.push_back((task, Way::Resolved(resolution))),
                (None, None) => unknown.push(interrupted),
            }
        }
        match unknown.is_empty() {
            true => Ok(Continue(Phase::Settling(known))),
            false => Err(RunFault::Unresolved(unknown)),
        }
    }

    /// Settles the first of them. Those that go on from where they were line up.
    pub(super) fn settle(&mut self, mut left: VecDeque<(Task, Way)>) -> Result<Passed, RunFault> {
        let Some((task, way)) = left.pop_front() else {
            self.tell_beginning()?;
            return Ok(Continue(Phase::Watching));
        };
        self.picture.refresh(&mut self.engine)?;
        let title = task.brief.title.clone();
        match self.picture.task(task.number)?.zip(task.claim()) {
            Some((now, claim)) if now.claim().is_some_and(|now| now.fence == claim.fence) => {
                let (now, claim) = (now.clone(), claim.clone());
                if let Some(way) = self.settle_one(now, &claim, way)? {
                    left.push_front((task, way));
                }
            }
            _ => self.remark(format!("“{title}” {LOST}")),
        }
        Ok(Continue(Phase::Settling(left)))
    }

    /// The way comes back if the plan has to be looked at once more.
    fn settle_one(&mut self, task: Task, claim: &Claim, way: Way) -> Result<Option<Way>, RunFault> {
        let to = match way {
            Way::Resolved(Resolution::Failed) => Move::fail("the driver was killed while the agent worked on it"),
            Way::Resolved(Resolution::Again) => Move::Reopen,
            Way::Resolved(Resolution::Done) => {
                let agent = self.agent_of(&task).unwrap_or_else(|| Agent::bare(&claim.agent));
                self.go_on_with(task, agent, claim, Part::Checks)?;
                return Ok(None);
            }
            Way::Rest(agent, resolve) => {
                self.remark(format!("“{}” goes on where it was", task.brief.title));
                self.go_on_with(task, agent, claim, Part::Rest(resolve))?;
                return Ok(None);
            }
        };
        let moves = vec![driven(&claim.agent, task.number, Some(claim.fence), to)];
        match self.drive(moves)? {
            Stored::All(_) => Ok(None),
            Stored::Stale => Ok(Some(way)),
            // What waits for something again cannot have failed yet.
            Stored::Refused(why) => {
                let title = &task.brief.title;
                match self.hand_back(&claim.agent, task.number, claim.fence)? {
                    Stored::All(_) => self.remark(anew(title, &why.to_string())),
                    Stored::Refused(why) => self.remark(format!("“{title}” stays as it was left: {why}")),
                    Stored::Stale => return Ok(Some(way)),
                }
                Ok(None)
            }
        }
    }

    fn go_on_with(&mut self, task: Task, agent: Agent, claim: &Claim, part: Part) -> Result<(), RunFault> {
        let title = task.brief.title.clone();
        let Some(prepared) = self.prepare_for(task, agent)? else {
            return Ok(());
        };
        // Its lease may have run out long ago, and nobody else must take it before the pulse beats.
        let (session, at) = (&self.picture.session, self.engine.now());
        self.engine.renew(session, self.picture.thread, &claim.agent, at)?;
        self.picture.refresh(&mut self.engine)?;
        let step = Step {
            part,
            ..prepared.into_step(claim.fence)
        };
        match self.picture.is_claimed(step.task.number, &claim.agent, claim.fence) {
            true => self.line_up(step),
            false => self.remark(format!("“{title}” {LOST}")),
        }
        Ok(())
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
