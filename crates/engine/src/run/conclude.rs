//! Gathers the facts about steps that have ended, applies what [`conclude_step`] decides, and stores it.
//!
//! Agents and people change the plan while agents work. So ownership is asked for at every look at the plan, and again
//! when the end of a step is stored.

use std::ops::ControlFlow::{Break, Continue};

use dialect::records::{refusal_reasons, with_dependents};
use model::conclude::{
    Dependent, ExtraClaim, LostReason, StepConclusion, StepEffect, StepEnd, StepFacts, StepOwnership, conclude_step,
};
use model::{AgentName, Claim, Driven, Fence, Move, OpVersion, Refusal, Refusals, Task, TaskNumber, TaskState};
use store::Store;

use super::End;
use super::crew::{Part, stored_note};
use super::driver::{Driver, Passed, Phase, Then};
use super::observer::{News, Remark, RestartReason};
use super::picture::driven;
use super::prepare::Prepared;
use super::resume::has_begun;
use super::steps::{EndedStep, UnderWay};
use crate::error::{EngineError, PlanError};

impl Driver<'_> {
    /// Who owns the step, by the plan as it was read last.
    pub(super) fn ownership(&mut self, step: &UnderWay) -> Result<StepOwnership, EngineError> {
        let number = step.line.number;
        let state = self.picture.task(number)?.map(|task| &task.state);
        if let Some(ownership) = StepOwnership::of(state, &step.agent, step.fence) {
            return Ok(ownership);
        }
        let later = self.picture.operations_since(&mut self.engine, number, step.fence)?;
        Ok(StepOwnership::of_reopened(&later, number, &step.agent, step.fence))
    }

    /// Whether the result of the step is not wanted any more.
    pub(super) fn is_obsolete(&mut self, step: &UnderWay) -> Result<bool, EngineError> {
        Ok(!self.ownership(step)?.is_kept() || self.has_new_criteria(step))
    }

    fn has_new_criteria(&self, step: &UnderWay) -> bool {
        let task = self.picture.task(step.line.number).ok().flatten();
        task.is_some_and(|task| task.brief.acceptance != step.acceptance)
    }

    /// Takes the end of a step from its agent.
    pub(super) fn end_step(&mut self, number: TaskNumber, end: StepEnd) {
        let Some(EndedStep { step, end, .. }) = self.steps.end(number, end) else {
            return;
        };
        // The proposals of an agent that lost its step are declined without a question to the user.
        if let StepEnd::Declined { is_absent } = *end
            && !step.is_stopped
        {
            let step = step.line.clone();
            self.progress.stop(End::Declined { step, is_absent });
        }
        self.agents.reconsider();
    }

    pub(super) fn conclude_all(&mut self) -> Result<(), EngineError> {
        let mut all = self.steps.take_ended();
        let concluded = all.iter_mut().try_for_each(|ended| self.conclude(ended));
        all.into_iter().rev().for_each(|ended| self.steps.put_back(ended));
        concluded
    }

    /// Concludes the step by the plan as it is now. The driver calls it again whenever the plan has changed.
    pub(super) fn conclude(&mut self, ended: &mut EndedStep) -> Result<(), EngineError> {
        let ownership = self.ownership(&ended.step)?;
        let facts = self.facts(&ended.step, &ended.end)?;
        let (conclusion, effects) = conclude_step(&ended.end, &ownership, &facts);
        ended.conclusion = conclusion;
        ended.moves.clear();
        ended.remarks.clear();
        effects.into_iter().for_each(|effect| self.apply(ended, effect));
        Ok(())
    }

    fn facts(&mut self, step: &UnderWay, end: &StepEnd) -> Result<StepFacts, EngineError> {
        let dependents = self.dependents(step.line.number);
        let (stored_note, stored_error) = match end {
            StepEnd::Done(result) => (stored_note(result), None),
            StepEnd::Failed { error, .. } if !dependents.is_empty() => {
                (None, Some(with_dependents(error, &dependents)))
            }
            _ => (None, None),
        };
        Ok(StepFacts {
            is_resumed: step.part != Part::All,
            has_checks: step.has_checks(),
            has_new_criteria: self.has_new_criteria(step),
            is_run_stopping: self.is_stopping(),
            extra_claims: self.extra_claims(step)?,
            dependents,
            stored_note,
            stored_error,
        })
    }

    /// Effects on the run hold at once. Changes of the plan and remarks wait until the step is stored.
    fn apply(&mut self, ended: &mut EndedStep, effect: StepEffect) {
        let step = &ended.step;
        let title = || step.line.title.clone();
        match effect {
            StepEffect::Change(to) => ended.moves.push(step.driven(to)),
            StepEffect::StopForUnknown { command } => self.progress.stop_for_unknown(step, command),
            StepEffect::StopForUnchecked => self.progress.stop(End::Unchecked(step.line.clone())),
            StepEffect::RememberNotStarted { reason } => {
                self.agents.remember_not_started(&step.agent, reason);
                self.agents.lacks_program(step.line.number, &step.agent);
            }
            StepEffect::RememberRelease => {
                self.agents.remember_release(step.line.number, &step.agent);
                ended.remarks.push(Remark::ReleasedByAgent(title(), step.agent.clone()));
            }
            StepEffect::RememberRestart => {
                self.agents.remember_restart(step.line.number, step.fence);
                ended
                    .remarks
                    .push(Remark::Restarted(title(), RestartReason::CriteriaChanged));
            }
            StepEffect::ReportDependents(dependents) => ended.remarks.push(Remark::BuiltOn(title(), dependents)),
            StepEffect::ReleaseExtraClaims(claims) => {
                let release = |claim: &ExtraClaim| driven(&claim.agent, claim.number, Some(claim.fence), Move::Reopen);
                ended.moves.extend(claims.iter().map(release));
                let titles = claims.into_iter().map(|claim| claim.title).collect();
                ended.remarks.push(Remark::ExtraClaims(step.agent.clone(), titles));
            }
        }
    }

    /// The tasks that depend on the step, and were started or finished all the same.
    fn dependents(&self, number: TaskNumber) -> Vec<Dependent> {
        let tasks = self.picture.tasks().ok();
        let rows = tasks.into_iter().flat_map(model::Tasks::rows);
        let rows = rows.filter(|task| task.after.contains(&number));
        rows.filter_map(dependent).collect()
    }

    /// The tasks that the agent of an ended step claimed itself, and leaves claimed. A person may have the same name, so
    /// only claims count that were made while the agent worked, and none while the agent works on another step.
    fn extra_claims(&mut self, step: &UnderWay) -> Result<Vec<ExtraClaim>, EngineError> {
        let since = self.agents.busy_since(&step.agent);
        let Some(since) = since.filter(|_| !self.steps.is_at_work(&step.agent)) else {
            return Ok(Vec::new());
        };
        let is_extra = |claim: &&Claim| claim.agent == step.agent && OpVersion(claim.fence.0) > since;
        let rows = self.picture.tasks()?.rows();
        let others = rows.filter(|task| task.number != step.line.number);
        let claimed = others.filter_map(|task| Some((task, task.claim().filter(is_extra)?)));
        let mut claims: Vec<ExtraClaim> = claimed.map(|(task, claim)| extra_claim(task, claim)).collect();
        if claims.is_empty() {
            return Ok(claims);
        }
        // A claim that a driver made is ended by a driver.
        let tx = self.engine.store.read()?;
        let begun = claims
            .iter()
            .map(|claim| has_begun(tx.as_ref(), &self.picture.session, claim.fence));
        let begun: Vec<bool> = begun.collect::<Result<_, _>>()?;
        let mut begun = begun.into_iter();
        claims.retain(|_| !begun.next().unwrap_or_default());
        Ok(claims)
    }
}

fn dependent(task: &Task) -> Option<Dependent> {
    let (agent, is_done) = match &task.state {
        TaskState::Doing(claim) => (&claim.agent, false),
        TaskState::Done(outcome) => (&outcome.by, true),
        _ => return None,
    };
    Some(Dependent {
        title: task.brief.title.clone(),
        agent: agent.clone(),
        is_done,
    })
}

fn extra_claim(task: &Task, claim: &Claim) -> ExtraClaim {
    ExtraClaim {
        number: task.number,
        title: task.brief.title.clone(),
        agent: claim.agent.clone(),
        fence: claim.fence,
    }
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
    /// Stores what has ended and what begins as one operation.
    pub(super) fn store(&mut self, prepared: Vec<Prepared>, then: Then) -> Result<Passed, EngineError> {
        let mut moves = self.steps.changes();
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

    fn go_on(&mut self, then: Then) -> Result<Passed, EngineError> {
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
            self.steps.count_start();
            self.progress.count_start();
            self.agents.forget_choice(step.task.number);
            self.steps.line_up(step);
        }
    }

    /// One of them was refused, so that each has to speak for itself.
    pub(super) fn store_singly(&mut self) -> Result<(), EngineError> {
        while let Some(mut ended) = self.steps.next_ended() {
            match self.store_one(&mut ended) {
                Ok(()) => self.tell(ended)?,
                Err(fault) => {
                    self.steps.put_back(ended);
                    return Err(fault);
                }
            }
        }
        Ok(())
    }

    fn store_one(&mut self, ended: &mut EndedStep) -> Result<(), EngineError> {
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
    fn settle_for_less(&mut self, ended: &mut EndedStep, refusals: &Refusals) -> Result<bool, EngineError> {
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
    pub(super) fn hand_back(
        &mut self,
        agent: &AgentName,
        task: TaskNumber,
        fence: Fence,
    ) -> Result<Stored, EngineError> {
        self.drive(vec![driven(agent, task, Some(fence), Move::Reopen)])
    }

    /// The store is gone, and no result can be stored.
    pub(super) fn lose_all(&mut self, error: &EngineError) {
        for mut ended in self.steps.take_ended() {
            ended.conclusion = StepConclusion::Lost {
                reason: LostReason::RunFailed(error.to_string()),
            };
            // The observer learns of it as long as there is a plan to count.
            let _ = self.tell(ended);
        }
    }

    pub(super) fn drive(&mut self, moves: Vec<Driven>) -> Result<Stored, EngineError> {
        if moves.is_empty() {
            return Ok(Stored::All(None));
        }
        match self.picture.drive(&mut self.engine, moves) {
            Ok(fence) => Ok(Stored::All(fence)),
            Err(EngineError::Plan(PlanError::Refused { refusals, .. })) => Ok(match refusals.first() {
                Refusal::VersionConflict { .. } => Stored::Stale,
                _ => Stored::Refused(refusals),
            }),
            Err(error) => Err(error),
        }
    }

    fn tell_all(&mut self) -> Result<(), EngineError> {
        let ended = self.steps.take_ended();
        ended.into_iter().try_for_each(|ended| self.tell(ended))
    }

    fn tell(&mut self, ended: EndedStep) -> Result<(), EngineError> {
        let EndedStep {
            step,
            conclusion,
            remarks,
            ..
        } = ended;
        self.progress.count_end(&conclusion);
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
