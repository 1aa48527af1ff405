//! Resumes what an earlier run left when it died. Work is repeated only if the user says so.

use std::collections::VecDeque;
use std::ops::ControlFlow::Continue;

use dialect::config::AgentWork;
use dialect::records::StepFailure;
use model::{AgentName, Fence, Move, OpVersion, OperationVerb, SessionId, Task, TaskState, criterion};
use store::{LogQuery, Read, Store};

use super::conclude::Stored;
use super::crew::{DoneBy, Part, Step};
use super::driver::{Driver, Passed, Phase};
use super::observer::{Interrupted, News, Remark, Resolution, RestartReason, RunFault};
use super::picture::{Picture, driven};
use crate::error::EngineError;
use crate::project::Engine;
use crate::roster::Agent;
use crate::turns::Resolve;

/// How interrupted work goes on.
pub(super) enum Way {
    /// Nobody has said yet what became of it.
    Ask,
    Resolved(Resolution),
    /// By turns.
    Rest(Agent, Option<Resolve>),
    /// Its agent called it done itself, and its checks have not run.
    CalledDone,
}

impl Driver<'_> {
    /// Finds what was left behind. What somebody has to be asked about comes first: whoever gives up there has set nothing
    /// in motion.
    pub(super) fn take_up(&mut self) -> Result<Passed, EngineError> {
        self.picture.refresh(&mut self.engine)?;
        let left = left_behind(&self.picture, &mut self.engine)?;
        let is_resolvable = left.iter().any(|left| !left.is_called_done());
        if self.scene.request.resolve.is_some() && !is_resolvable {
            return Err(RunFault::NothingToResolve.into());
        }
        let ways = left.into_iter().map(|left| {
            let way = self.way(&left);
            (left, way)
        });
        let is_question = |(_, way): &(LeftBehind, Way)| matches!(way, Way::Ask);
        let (mut left, known): (VecDeque<_>, VecDeque<_>) = ways.partition(is_question);
        left.extend(known);
        Ok(Continue(Phase::Settling(left)))
    }

    fn way(&self, left: &LeftBehind) -> Way {
        if left.is_called_done() {
            return Way::CalledDone;
        }
        // Turns know by themselves how far they came.
        let known = self.agents.roster().get(left.agent.as_str());
        let by_turns = known
            .map(|_| self.agent_of(left))
            .filter(|agent| agent.work == AgentWork::Planner);
        match (self.scene.request.resolve, by_turns) {
            (Some(Resolution::Done), Some(agent)) => Way::Rest(agent, Some(Resolve::Done)),
            (Some(Resolution::Failed), Some(agent)) => Way::Rest(agent, Some(Resolve::Failed)),
            (None, Some(agent)) => Way::Rest(agent, None),
            (Some(resolution), _) => Way::Resolved(resolution),
            (None, None) => Way::Ask,
        }
    }

    /// Settles the first of them. Those that go on from where they were line up.
    pub(super) fn settle(&mut self, mut left: VecDeque<(LeftBehind, Way)>) -> Result<Passed, EngineError> {
        let Some((mut one, way)) = left.pop_front() else {
            self.tell_beginning()?;
            self.tell_neighbors();
            return Ok(Continue(Phase::Watching));
        };
        if let Way::Ask = way {
            // Each answer is kept before the next question comes.
            let interrupted = self.interrupted(&one.task, &one.agent);
            let Some(resolution) = self.scene.ask(|onlooker| onlooker.resolve(&interrupted)) else {
                return Err(self.unresolved(interrupted, &left));
            };
            left.push_front((one, Way::Resolved(resolution)));
            return Ok(Continue(Phase::Settling(left)));
        }
        self.picture.refresh(&mut self.engine)?;
        match self.picture.task(one.task.number)? {
            Some(now) if self.picture.is_held(now.number, &one.agent, one.fence) => {
                one.task = now.clone();
                // Its agent may have called it done meanwhile.
                let way = if one.is_called_done() { Way::CalledDone } else { way };
                if let Some(way) = self.settle_one(&one, way)? {
                    left.push_front((one, way));
                }
            }
            // Leases expire while the user thinks about the answer.
            _ => self.remark(taken_over(&one.task)),
        }
        Ok(Continue(Phase::Settling(left)))
    }

    /// Whoever was asked could not say. What they called done before is not sure either: its checks have not run.
    fn unresolved(&self, first: Interrupted, left: &VecDeque<(LeftBehind, Way)>) -> EngineError {
        let asked = left.iter().filter(|(_, way)| matches!(way, Way::Ask));
        let asked = asked.map(|(left, _)| self.interrupted(&left.task, &left.agent));
        let is_unchecked = |step: &&Step| step.part == Part::Checks(DoneBy::User);
        let unchecked = self.steps.waiting().filter(is_unchecked);
        let unchecked = unchecked.map(|step| self.interrupted(&step.task, &step.agent.name));
        let mut tasks: Vec<Interrupted> = std::iter::once(first).chain(asked).chain(unchecked).collect();
        tasks.sort_by_key(|interrupted| interrupted.step.index);
        RunFault::Unresolved(tasks).into()
    }

    /// The way comes back if the plan has to be looked at once more.
    fn settle_one(&mut self, left: &LeftBehind, way: Way) -> Result<Option<Way>, EngineError> {
        let LeftBehind { task, agent, fence } = left;
        let to = match way {
            // It is asked about first, and comes back with the answer.
            Way::Ask => return Ok(Some(way)),
            Way::Resolved(Resolution::Failed) => Move::fail(StepFailure::DriverKilled.to_string()),
            Way::Resolved(Resolution::Again) => Move::Reopen,
            Way::Resolved(Resolution::Done) => {
                self.go_on_with(left, self.agent_of(left), Part::Checks(DoneBy::User))?;
                return Ok(None);
            }
            Way::CalledDone => {
                self.remark(Remark::CalledDone(task.brief.title.clone(), agent.clone()));
                self.go_on_with(left, self.agent_of(left), Part::Checks(DoneBy::Agent))?;
                return Ok(None);
            }
            Way::Rest(agent, resolve) => {
                self.remark(Remark::Continued(task.brief.title.clone()));
                self.go_on_with(left, agent, Part::Rest(resolve))?;
                return Ok(None);
            }
        };
        let moves = vec![driven(agent, task.number, Some(*fence), to)];
        match self.drive(moves)? {
            Stored::All(_) => {
                self.tell_resolved(task, agent, &way);
                Ok(None)
            }
            Stored::Stale => Ok(Some(way)),
            // What waits for something again cannot have failed yet.
            Stored::Refused(why) => {
                let title = task.brief.title.clone();
                match self.hand_back(agent, task.number, *fence)? {
                    Stored::All(_) => {
                        let why = RestartReason::Refused(self.refused_move(why));
                        self.remark(Remark::Restarted(title, why));
                    }
                    Stored::Refused(why) => self.remark(Remark::LeftAsIs(title, self.refused_move(why))),
                    Stored::Stale => return Ok(Some(way)),
                }
                Ok(None)
            }
        }
    }

    /// What somebody has said is in the plan by now.
    fn tell_resolved(&self, task: &Task, agent: &AgentName, way: &Way) {
        if let Way::Resolved(resolution) = way {
            self.scene.tell(&News::Resolved {
                step: self.line(task),
                agent: agent.to_string(),
                resolution: *resolution,
            });
        }
    }

    fn go_on_with(&mut self, left: &LeftBehind, agent: Agent, part: Part) -> Result<(), EngineError> {
        let LeftBehind { task, fence, .. } = left;
        let Some(prepared) = self.prepare_for(task.clone(), agent)? else {
            return Ok(());
        };
        // Its lease may have run out long ago, and nobody else must take it before the pulse beats.
        let (session, at) = (&self.picture.session, self.engine.now());
        self.engine.renew(session, self.picture.thread, &left.agent, at)?;
        self.picture.refresh(&mut self.engine)?;
        let step = Step {
            part,
            ..prepared.into_step(*fence)
        };
        match self.picture.is_held(task.number, &left.agent, *fence) {
            true => self.steps.line_up(step),
            false => self.remark(taken_over(task)),
        }
        Ok(())
    }

    /// What waits to go on may have been taken by others before its turn came.
    pub(super) fn leave_what_is_taken(&mut self) {
        let picture = &self.picture;
        let is_kept =
            |step: &Step| step.part == Part::All || picture.is_held(step.task.number, &step.agent.name, step.fence);
        for step in self.steps.retain_waiting(is_kept) {
            self.remark(taken_over(&step.task));
        }
    }

    fn interrupted(&self, task: &Task, agent: &AgentName) -> Interrupted {
        Interrupted {
            step: self.line(task),
            agent: agent.to_string(),
            command: None,
        }
    }

    /// It may not be known any more, or be written otherwise; checks run without it, and its claim has the old name.
    fn agent_of(&self, left: &LeftBehind) -> Agent {
        let known = self.agents.roster().get(left.agent.as_str()).cloned();
        Agent {
            name: left.agent.clone(),
            ..known.unwrap_or_else(|| Agent::bare(&left.agent))
        }
    }
}

fn taken_over(task: &Task) -> Remark {
    Remark::TakenOver(task.brief.title.clone())
}

/// A task whose agent died with its driver.
pub(super) struct LeftBehind {
    pub task: Task,
    pub agent: AgentName,
    /// Of the claim that the agent had.
    pub fence: Fence,
}

impl LeftBehind {
    /// Its agent has said so itself, and its checks have not run.
    pub fn is_called_done(&self) -> bool {
        matches!(self.task.state, TaskState::Done(_))
    }
}

/// Tasks under claims that a driver began, and that no driver has brought to an end. Whoever is the only driver knows that
/// their agents are dead.
pub(super) fn left_behind(picture: &Picture, engine: &mut Engine) -> Result<Vec<LeftBehind>, EngineError> {
    let tx = engine.store.read()?;
    let mut left = Vec::new();
    for task in picture.tasks()?.rows() {
        if let Some((agent, fence)) = unsettled(task)
            && has_begun(tx.as_ref(), &picture.session, fence)?
        {
            left.push(LeftBehind {
                task: task.clone(),
                agent: agent.clone(),
                fence,
            });
        }
    }
    Ok(left)
}

/// Who works on it, or has called it done without anybody having checked that.
fn unsettled(task: &Task) -> Option<(&AgentName, Fence)> {
    match &task.state {
        TaskState::Doing(claim) => Some((&claim.agent, claim.fence)),
        TaskState::Done(outcome) if criterion::has_commands(&task.brief.acceptance) => {
            Some((&outcome.by, outcome.claim?))
        }
        _ => None,
    }
}

/// Whether the claim with this fence was begun by a driver, for one of its agents.
pub(crate) fn has_begun(tx: &dyn Read, session: &SessionId, fence: Fence) -> Result<bool, EngineError> {
    let begun = tx.operations(session, &LogQuery::one(OpVersion(fence.0)))?;
    Ok(begun.iter().any(|operation| operation.verb == OperationVerb::Run))
}
