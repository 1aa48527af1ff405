//! Gathers the facts about steps that have ended, and applies what [`conclude_step`] decides.
//!
//! Agents and people change the plan while agents work. So ownership is asked for at every look at the plan, and again
//! when the end of a step is stored.

use dialect::records::with_dependents;
use model::conclude::{
    Dependent, ExtraClaim, LostReason, StepEffect, StepEnd, StepFacts, StepOwnership, conclude_step,
};
use model::{AgentName, Claim, Move, OpVersion, Task, TaskNumber, TaskState};
use store::Store;

use super::crew::{Part, stored_note};
use super::driver::{Driver, UnderWay};
use super::error::{Interrupted, RunFault};
use super::left_behind::has_begun;
use super::moves::EndedStep;
use super::picture::driven;
use super::remark::{Remark, RestartReason};
use super::{End, Lack};
use crate::error::EngineError;

impl Driver<'_> {
    /// Who owns the step, by the plan as it was read last.
    pub(super) fn ownership(&mut self, step: &UnderWay) -> Result<StepOwnership, RunFault> {
        let Some(task) = self.picture.task(step.line.number)? else {
            return Ok(StepOwnership::Lost(LostReason::NotInPlan));
        };
        Ok(match &task.state {
            TaskState::Doing(claim) if claim.agent == step.agent && claim.fence == step.fence => StepOwnership::Owned,
            TaskState::Doing(claim) => StepOwnership::Lost(LostReason::ClaimedBy(claim.agent.clone())),
            TaskState::Done(outcome) if outcome.by == step.agent => StepOwnership::ReportedDone(outcome.clone()),
            TaskState::Done(outcome) => StepOwnership::Lost(LostReason::FinishedBy(outcome.by.clone())),
            TaskState::Failed(failure) if failure.by == step.agent => StepOwnership::ReportedFailed(failure.clone()),
            TaskState::Failed(failure) => StepOwnership::Lost(LostReason::FailedBy(failure.by.clone())),
            TaskState::Dropped(dropped) => StepOwnership::Lost(LostReason::DroppedBy(dropped.by.clone())),
            TaskState::Todo => {
                let given = (&step.agent, step.fence);
                self.picture.reopened_by(&mut self.engine, step.line.number, given)?
            }
        })
    }

    /// Whether the result of the step is not wanted any more.
    pub(super) fn is_obsolete(&mut self, step: &UnderWay) -> Result<bool, RunFault> {
        Ok(!self.ownership(step)?.is_kept() || self.has_new_criteria(step))
    }

    fn has_new_criteria(&self, step: &UnderWay) -> bool {
        let task = self.picture.task(step.line.number).ok().flatten();
        task.is_some_and(|task| task.brief.acceptance != step.acceptance)
    }

    pub(super) fn conclude_all(&mut self) -> Result<(), RunFault> {
        let mut ended = std::mem::take(&mut self.ended);
        let concluded = ended.iter_mut().try_for_each(|ended| self.conclude(ended));
        self.ended = ended;
        concluded
    }

    /// Concludes the step by the plan as it is now. The driver calls it again whenever the plan has changed.
    pub(super) fn conclude(&mut self, ended: &mut EndedStep) -> Result<(), RunFault> {
        let ownership = self.ownership(&ended.step)?;
        let facts = self.facts(&ended.step, &ended.end)?;
        let (conclusion, effects) = conclude_step(&ended.end, &ownership, &facts);
        ended.conclusion = conclusion;
        ended.moves.clear();
        ended.remarks.clear();
        effects.into_iter().for_each(|effect| self.apply(ended, effect));
        Ok(())
    }

    fn facts(&mut self, step: &UnderWay, end: &StepEnd) -> Result<StepFacts, RunFault> {
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
            StepEffect::StopForUnknown { command } => self.stop_for_unknown(step, command),
            StepEffect::StopForUnchecked => self.stop(End::Unchecked(step.line.clone())),
            StepEffect::RememberNotStarted { reason } => {
                self.unstarted.insert(step.agent.clone(), reason);
                self.lacks_program(step.line.number, &step.agent);
            }
            StepEffect::RememberRelease => {
                self.remember_release(step);
                ended.remarks.push(Remark::ReleasedByAgent(title(), step.agent.clone()));
            }
            StepEffect::RememberRestart => {
                self.remember_restart(step);
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

    /// The agent works from now on, unless it does already.
    pub(super) fn note_begin(&mut self, agent: &AgentName) {
        if !self.is_at_work(agent) {
            self.busy_since.insert(agent.clone(), self.picture.version());
        }
    }

    /// The tasks that the agent of an ended step claimed itself, and leaves claimed. A person may have the same name, so
    /// only claims count that were made while the agent worked, and none while the agent works on another step.
    fn extra_claims(&mut self, step: &UnderWay) -> Result<Vec<ExtraClaim>, EngineError> {
        let since = self.busy_since.get(&step.agent);
        let Some(since) = since.filter(|_| !self.is_at_work(&step.agent)) else {
            return Ok(Vec::new());
        };
        let is_extra = |claim: &&Claim| claim.agent == step.agent && OpVersion(claim.fence.0) > *since;
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

    fn is_at_work(&self, agent: &AgentName) -> bool {
        self.under_way.values().any(|step| step.agent == *agent)
    }

    /// An agent that changes its own criteria would be paid for the same step until no attempt is left.
    fn remember_restart(&mut self, step: &UnderWay) {
        const MOST: usize = 3;
        let claims = self.restarts.entry(step.line.number).or_default();
        claims.insert(step.fence);
        let times = claims.len();
        if times >= MOST {
            self.lack(step.line.number, Lack::Restless { times });
        }
    }

    /// An agent that releases its step would do so again, and be paid for it every time.
    fn remember_release(&mut self, step: &UnderWay) {
        let mut by = match self.lacks.remove(&step.line.number) {
            Some(Lack::HandedBack { by }) => by,
            _ => Vec::new(),
        };
        if !by.contains(&step.agent) {
            by.push(step.agent.clone());
        }
        self.lack(step.line.number, Lack::HandedBack { by });
    }

    /// Whether the run starts no more steps, for whatever reason.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_some() || self.scene.is_cancelled()
    }

    /// The first reason counts.
    pub(super) fn stop(&mut self, end: End) {
        self.stopping.get_or_insert(end);
    }

    /// A step whose end is unknown replaces any other reason: the user must resolve it.
    fn stop_for_unknown(&mut self, step: &UnderWay, command: Option<String>) {
        let unknown = Interrupted {
            step: step.line.clone(),
            agent: step.agent.to_string(),
            command,
        };
        match &mut self.stopping {
            Some(End::Unknown(tasks)) if tasks.contains(&unknown) => {}
            Some(End::Unknown(tasks)) => tasks.push(unknown),
            stopping => *stopping = Some(End::Unknown(vec![unknown])),
        }
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
