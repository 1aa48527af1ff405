//! What must hold when a run is over, whether it ended, broke off or was killed.

use std::collections::BTreeSet;

use engine::EngineError;
use engine::run::{End, RunEnd, RunFault};
use model::{Standing, Task, TaskNumber};

use super::Wish;
use super::ground::{Ground, Orphan};
use super::record::Came;
use crate::sim::broken::{Broken, Law, hold};

impl Ground {
    pub fn check_end(&mut self, end: &RunEnd, wish: &Wish) -> Result<(), Broken> {
        self.note(format!("over: {end:?}"));
        self.check_counts(&end.counts)?;
        let (said, heard, logged) = (end.tally, self.record.told, self.record.tally);
        hold(Law::Told, said == logged && said == heard, || {
            format!("{said:?} is said, {heard:?} was told, and the log has {logged:?}")
        })?;
        match &end.end {
            Ok(reason) => {
                self.check_reason(reason)?;
                self.check_left()
            }
            Err(fault) => self.check_fault(fault, wish),
        }
    }

    /// Why it ended is true, or was a moment ago.
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
        hold(Law::Told, is_true, || {
            format!("it is said to be over because of {end:?}")
        })
    }

    /// What an agent called done when its driver was dead was checked.
    fn check_checked(&self) -> Result<(), Broken> {
        let unchecked = self.record.left.iter().find(|number| self.is_unchecked(**number));
        hold(Law::Earned, unchecked.is_none(), || {
            format!("the plan is said to be complete, and nobody has checked {unchecked:?}")
        })
    }

    /// Whether its agent called a task done that an earlier run left, and commands have to say whether it is.
    pub fn is_unchecked(&self, number: TaskNumber) -> bool {
        self.record.left.contains(&number) && self.audit.is_unchecked(number)
    }

    /// A run that comes to an end leaves no claim behind but those that only its user can settle.
    fn check_left(&mut self) -> Result<(), Broken> {
        let left = self.left();
        let is_known =
            |task: &&Task| self.orphans.contains_key(&task.number) || self.record.unknown.contains(&task.number);
        let stray: Vec<_> = left
            .iter()
            .filter(|task| !is_known(task))
            .map(|task| task.number)
            .collect();
        hold(Law::Left, stray.is_empty(), || format!("{stray:?} are left behind"))?;
        self.bury();
        Ok(())
    }

    /// Only for reasons that there were.
    pub fn check_fault(&mut self, fault: &RunFault, wish: &Wish) -> Result<(), Broken> {
        self.note(format!("broken off: {fault}"));
        self.seen.broken_off += 1;
        let is_expected = match fault {
            RunFault::Unresolved(_) => !self.orphans.is_empty() && wish.resolve.is_none(),
            RunFault::NothingToResolve => wish.resolve.is_some(),
            RunFault::Engine(EngineError::Planner(_)) => wish.has_planner,
            _ => false,
        };
        hold(Law::Ends, is_expected && !self.is_calm, || {
            format!("it broke off: {fault:?}")
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

    /// Nobody is left who knows more than the plan: its claims wait for somebody who says what became of them.
    pub fn bury(&mut self) {
        let mut orphans = std::mem::take(&mut self.orphans);
        for task in self.left() {
            let Some(claim) = task.claim() else { continue };
            let was_done = match self.record.came.get(&task.number) {
                Some((_, came)) => matches!(came, Came::Done { .. }),
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

    /// Nothing is left to do, and everything was done.
    pub fn check_plan(&self) -> Result<(), Broken> {
        for task in self.audit.tasks() {
            let is_settled = matches!(task.standing(), Standing::Done | Standing::Dropped);
            hold(Law::Ends, is_settled, || format!("{} is {:?}", task.number, task.state))?;
        }
        Ok(())
    }

    /// To be asked about, or to be checked.
    pub fn left_by_earlier_runs(&self) -> BTreeSet<TaskNumber> {
        let called_done = self.audit.called_done.keys();
        let called_done = called_done.filter(|number| self.audit.is_unchecked(**number));
        called_done.chain(self.orphans.keys()).copied().collect()
    }

    /// Tasks that are claimed for an agent of some driver.
    fn left(&self) -> Vec<Task> {
        let is_driven = |task: &&Task| {
            let claim = task.claim();
            claim.is_some_and(|claim| self.audit.claims.contains_key(&(task.number, claim.fence)))
        };
        self.audit.tasks().filter(is_driven).cloned().collect()
    }
}
