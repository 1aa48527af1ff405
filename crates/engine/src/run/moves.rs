//! What agents have done, told to the plan.

use std::ops::ControlFlow::{Break, Continue};

use dialect::records::refusal_reasons;
use model::conclude::{LostReason, StepConclusion, StepEnd};
use model::{AgentName, Driven, Fence, Move, Refusal, Refusals, TaskNumber};

use super::End;
use super::driver::{Driver, Passed, Phase, Then, UnderWay};
use super::error::RunFault;
use super::onlooker::News;
use super::picture::driven;
use super::prepare::Prepared;
use super::remark::{Remark, RestartReason};
use crate::error::EngineError;

/// A step that has ended, and is not stored yet.
pub(super) struct EndedStep {
    pub step: UnderWay,
    pub end: StepEnd,
    /// By the plan as it was read last.
    pub conclusion: StepConclusion,
    /// Empty if the plan does not change.
    pub moves: Vec<Driven>,
    /// Reported once the step is stored.
    pub remarks: Vec<Remark>,
}

/// What the store said to moves.
pub(super) enum Stored {
    /// With the fence of the claims that begin.
    All(Option<Fence>),
    /// Others have changed the plan since it was looked at.
    Stale,
    /// Nothing was stored.
    Refused(Refusals),
}

impl Driver<'_> {
    /// Takes the step from those that run. The driver stores its end together with what begins next.
    pub(super) fn end_step(&mut self, number: TaskNumber, end: StepEnd) {
        let Some(step) = self.under_way.remove(&number) else {
            return;
        };
        self.driving.running.remove(&number);
        self.pulse.end(&step.agent);
        self.reconsider();
        // The proposals of an agent that lost its step are declined without a question to the user.
        if let StepEnd::Declined { is_absent } = end
            && !step.is_stopped
        {
            let step = step.line.clone();
            self.stop(End::Declined { step, is_absent });
        }
        self.ended.push(EndedStep {
            step,
            end,
            conclusion: StepConclusion::Unknown,
            moves: Vec::new(),
            remarks: Vec::new(),
        });
    }

    /// Stores what has ended and what begins as one operation.
    pub(super) fn store(&mut self, prepared: Vec<Prepared>, then: Then) -> Result<Passed, RunFault> {
        let mut moves = self.ends();
        moves.extend(prepared.iter().map(Prepared::driven));
        match self.drive(moves)? {
            Stored::All(fence) => {
                self.tell_all()?;
                self.line_up_all(prepared, fence);
                self.go_on(then)
            }
            Stored::Stale => Ok(Continue(Phase::Looking)),
            // Whatever was to come next was decided on what could not be stored.
            Stored::Refused(_) => {
                self.store_singly()?;
                Ok(Continue(Phase::Looking))
            }
        }
    }

    /// What all that has ended comes to. Two steps of one agent name the same things that it leaves.
    pub(super) fn ends(&self) -> Vec<Driven> {
        let mut ends: Vec<Driven> = Vec::new();
        for driven in self.ended.iter().flat_map(|ended| &ended.moves) {
            if !ends.contains(driven) {
                ends.push(driven.clone());
            }
        }
        ends
    }

    fn go_on(&mut self, then: Then) -> Result<Passed, RunFault> {
        match then {
            Then::Watch => Ok(Continue(Phase::Watching)),
            Then::Ask(tasks) => Ok(Continue(Phase::Asking(tasks))),
            Then::Replan(task) => Ok(Continue(Phase::Replanning(task))),
            Then::Stop(end) => Ok(Break(end)),
            Then::Fail(fault) => Err(fault),
        }
    }

    fn line_up_all(&mut self, prepared: Vec<Prepared>, fence: Option<Fence>) {
        for one in prepared {
            let Some(step) = fence.map(|fence| one.into_step(fence)) else {
                continue;
            };
            // A claim that was there before is not ours to work under.
            if !self.picture.is_claimed(step.task.number, &step.agent.name, step.fence) {
                continue;
            }
            self.driving.iterations = self.driving.iterations.saturating_sub(1);
            self.tally.started += 1;
            self.chosen.remove(&step.task.number);
            self.line_up(step);
        }
    }

    /// One of them was refused, so that each has to speak for itself.
    pub(super) fn store_singly(&mut self) -> Result<(), RunFault> {
        while !self.ended.is_empty() {
            let mut ended = self.ended.remove(0);
            match self.store_one(&mut ended) {
                Ok(()) => self.tell(ended)?,
                Err(fault) => {
                    self.ended.insert(0, ended);
                    return Err(fault);
                }
            }
        }
        Ok(())
    }

    fn store_one(&mut self, ended: &mut EndedStep) -> Result<(), RunFault> {
        loop {
            self.picture.refresh(&mut self.engine)?;
            self.conclude(ended)?;
            match self.drive(ended.moves.clone())? {
                Stored::All(_) => return Ok(()),
                Stored::Stale => {}
                Stored::Refused(refusals) => {
                    if self.settle_for_less(ended, &refusals)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// What the plan does not take although the step is still ours. Whether that is all that can be done.
    fn settle_for_less(&mut self, ended: &mut EndedStep, refusals: &Refusals) -> Result<bool, RunFault> {
        let refused = self.refused_move(refusals.clone());
        let reasons = refusal_reasons(&refused);
        let lost = |refused| StepConclusion::Lost {
            reason: LostReason::Refused(refused),
        };
        let ownership = self.ownership(&ended.step)?;
        if !ownership.is_kept() {
            ended.conclusion = lost(refused);
            return Ok(true);
        }
        // A step that is blocked again can be done later. Any other refusal would come again.
        let is_early = matches!(refusals.first(), Refusal::NotReady { .. });
        let to = match is_early {
            true => Move::Reopen,
            false => Move::fail(reasons.clone()),
        };
        let change = ended.step.driven(ownership.with_report(to));
        match (self.drive(vec![change])?, is_early) {
            (Stored::All(_), true) => {
                ended.conclusion = StepConclusion::Released;
                let title = ended.step.line.title.clone();
                ended.remarks = vec![Remark::Restarted(title, RestartReason::Refused(refused))];
            }
            (Stored::All(_), false) => {
                ended.conclusion = StepConclusion::Failed {
                    error: reasons,
                    files: Vec::new(),
                    undeclared: Vec::new(),
                };
            }
            (Stored::Stale, _) => return Ok(false),
            (Stored::Refused(refusals), _) => ended.conclusion = lost(self.refused_move(refusals)),
        }
        Ok(true)
    }

    /// Hands a claim back that an earlier driver began.
    pub(super) fn hand_back(&mut self, agent: &AgentName, task: TaskNumber, fence: Fence) -> Result<Stored, RunFault> {
        self.drive(vec![driven(agent, task, Some(fence), Move::Reopen)])
    }

    /// The plan cannot be told any more.
    pub(super) fn lose_all(&mut self, error: &RunFault) {
        for ended in &mut self.ended {
            ended.conclusion = StepConclusion::Lost {
                reason: LostReason::RunFailed(error.to_string()),
            };
        }
        // Whoever watches hears of it if there is still a plan to count.
        let _ = self.tell_all();
        self.ended.clear();
    }

    pub(super) fn drive(&mut self, moves: Vec<Driven>) -> Result<Stored, RunFault> {
        if moves.is_empty() {
            return Ok(Stored::All(None));
        }
        match self.picture.drive(&mut self.engine, moves) {
            Ok(fence) => Ok(Stored::All(fence)),
            Err(EngineError::Refused { refusals, .. }) => Ok(match refusals.first() {
                Refusal::VersionConflict { .. } => Stored::Stale,
                _ => Stored::Refused(refusals),
            }),
            Err(error) => Err(error.into()),
        }
    }

    fn tell_all(&mut self) -> Result<(), RunFault> {
        let ended = std::mem::take(&mut self.ended);
        ended.into_iter().try_for_each(|ended| self.tell(ended))
    }

    fn tell(&mut self, ended: EndedStep) -> Result<(), RunFault> {
        let EndedStep {
            step,
            conclusion,
            remarks,
            ..
        } = ended;
        match &conclusion {
            StepConclusion::Done { .. } => self.tally.done += 1,
            StepConclusion::Failed { .. } => self.tally.failed += 1,
            StepConclusion::Released | StepConclusion::NotStarted { .. } => self.tally.released += 1,
            StepConclusion::Lost { .. } | StepConclusion::Unknown | StepConclusion::Unchecked => {}
        }
        remarks.into_iter().for_each(|remark| self.remark(remark));
        self.scene.tell(&News::Ended {
            elapsed_ms: self.elapsed_ms(step.since),
            counts: self.picture.thread_state()?.counts,
            cost: self.cost(),
            agent: step.agent.to_string(),
            step: step.line,
            conclusion,
        });
        Ok(())
    }
}
