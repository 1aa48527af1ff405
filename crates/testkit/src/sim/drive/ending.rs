//! Laws for the end of a run, whether it finished, failed or was killed.

use std::collections::BTreeSet;

use engine::EngineError;
use engine::run::{End, RunEnd, RunFault};
use model::{Standing, Task, TaskNumber};

use super::RunOptions;
use super::ground::{Ground, Orphan};
use super::record::AgentResult;
use crate::sim::broken::{Broken, Law, hold};

impl Ground {
    pub fn check_end(&mut self, end: &RunEnd, options: &RunOptions) -> Result<(), Broken> {
        self.note(format!("over: {end:?}"));
        self.check_counts(&end.counts)?;
        let (said, observed, logged) = (end.tally, self.record.reported, self.record.tally);
        hold(Law::Reported, said == logged && said == observed, || {
            format!("the end reports {said:?}, the news {observed:?}, and the log has {logged:?}")
        })?;
        match &end.end {
            Ok(reason) => {
                self.check_reason(reason)?;
                self.check_left()
            }
            Err(fault) => self.check_fault(fault, options),
        }
    }

    /// Checks that the reported reason is true, or was true in one of the last phases.
    fn check_reason(&self, end: &End) -> Result<(), Broken> {
        let since = self.record.seen_since();
        let has_been = |is_so: &dyn Fn(&super::audit::Facts) -> bool| self.audit.has_been(since, is_so);
        let is_true = match end {
            End::Complete if self.record.only.is_none() => {
                self.check_checked()?;
                has_been(&|facts| facts.counts.is_complete())
            }
            End::Complete | End::Stuck { .. } | End::NotReady(_) => true,
            End::Empty => has_been(&|facts| facts.counts.total() == 0) || self.record.only.is_some(),
            End::Blocked(_) => has_been(&|facts| facts.is_blocked),
            End::Held(held) => !held.is_empty(),
            End::WithoutAgent { steps, .. } => !steps.is_empty() && !self.is_calm,
            End::OutOfIterations => self.record.tally.started == self.record.iterations,
            End::Failed { .. } => has_been(&|facts| facts.counts.failed > 0),
            End::Stopped => self.record.is_cancelled,
            End::Declined { .. } => self.record.has_declined,
            End::Unchecked(step) => self.has_called_done(step.number),
            End::Unknown(unknown) => unknown
                .iter()
                .all(|task| self.record.unknown.contains(&task.step.number)),
        };
        hold(Law::Reported, is_true, || {
            format!("the reported reason for the end is wrong: {end:?}")
        })
    }

    /// Checks that the run has checked the steps that agents of a dead driver marked done.
    fn check_checked(&self) -> Result<(), Broken> {
        let unchecked = self.record.left.iter().find(|number| self.is_unchecked(**number));
        hold(Law::Earned, unchecked.is_none(), || {
            format!("the plan is reported as complete, but {unchecked:?} was not checked")
        })
    }

    /// Whether the agent of an earlier run marked the task done and its checks have not run yet.
    pub fn is_unchecked(&self, number: TaskNumber) -> bool {
        self.record.left.contains(&number) && self.audit.is_unchecked(number)
    }

    /// Checks that a finished run leaves only claims whose outcome its user must decide.
    fn check_left(&mut self) -> Result<(), Broken> {
        let left = self.left();
        let is_known =
            |task: &&Task| self.orphans.contains_key(&task.number) || self.record.unknown.contains(&task.number);
        let stray: Vec<_> = left
            .iter()
            .filter(|task| !is_known(task))
            .map(|task| task.number)
            .collect();
        hold(Law::Left, stray.is_empty(), || {
            format!("the run leaves claims: {stray:?}")
        })?;
        self.orphan_claims();
        Ok(())
    }

    /// Checks that the run had a reason to fail.
    pub fn check_fault(&mut self, fault: &EngineError, options: &RunOptions) -> Result<(), Broken> {
        self.note(format!("failed: {fault}"));
        self.seen.broken_off += 1;
        let is_expected = match fault {
            EngineError::Run(RunFault::Unresolved(_)) => !self.orphans.is_empty() && options.resolve.is_none(),
            EngineError::Run(RunFault::NothingToResolve) => options.resolve.is_some(),
            EngineError::Planner(_) => options.has_planner,
            _ => false,
        };
        hold(Law::Ends, is_expected && !self.is_calm, || {
            format!("the run failed: {fault:?}")
        })?;
        self.check_left()
    }

    pub fn count_kill(&mut self) {
        let (record, seen) = (&self.record, &mut self.seen);
        seen.kills += 1;
        seen.kills_before_begin += u64::from(record.working() < record.active.len());
        seen.kills_at_work += u64::from(record.working() > 0);
        seen.kills_before_store += u64::from(!record.came.is_empty());
    }

    /// Forgets everything that the dead driver knew. Its claims stay in the plan until their outcome is decided.
    pub fn orphan_claims(&mut self) {
        let mut orphans = std::mem::take(&mut self.orphans);
        for task in self.left() {
            let Some(claim) = task.claim() else { continue };
            let was_done = match self.record.came.get(&task.number) {
                Some((_, came)) => matches!(came, AgentResult::Done { .. }),
                None => self.dice.percent(50),
            };
            let known = orphans
                .remove(&task.number)
                .filter(|orphan| orphan.fence == claim.fence);
            let orphan = Orphan {
                agent: claim.agent.clone(),
                fence: claim.fence,
                is_done: known.map_or(was_done, |orphan| orphan.is_done),
                word: None,
                is_gone: false,
            };
            self.orphans.insert(task.number, orphan);
        }
        self.record.active.clear();
        self.record.came.clear();
    }

    /// Checks that every task is finished and its work was done.
    pub fn check_plan(&self) -> Result<(), Broken> {
        for task in self.audit.tasks() {
            let is_settled = matches!(task.standing(), Standing::Done | Standing::Dropped);
            hold(Law::Ends, is_settled, || format!("{} is {:?}", task.number, task.state))?;
        }
        Ok(())
    }

    /// Steps whose outcome is unknown or unchecked.
    pub fn left_by_earlier_runs(&self) -> BTreeSet<TaskNumber> {
        let called_done = self.audit.called_done.keys();
        let called_done = called_done.filter(|number| self.audit.is_unchecked(**number));
        called_done.chain(self.orphans.keys()).copied().collect()
    }

    /// Tasks that a driver claimed for an agent.
    fn left(&self) -> Vec<Task> {
        let is_driven = |task: &&Task| {
            let claim = task.claim();
            claim.is_some_and(|claim| self.audit.claims.contains_key(&(task.number, claim.fence)))
        };
        self.audit.tasks().filter(is_driven).cloned().collect()
    }
}
