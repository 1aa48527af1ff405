//! Laws for each change of a task, by a driver or by others.

use engine::run::Resolution;
use model::schedule::overlap;
use model::{Claim, Operation, Standing, TaskNumber, TaskState, Timestamp, criterion};

use super::audit::standing;
use super::ground::Ground;
use super::record::{Active, AgentResult};
use crate::sim::broken::{Broken, Law, hold};

impl Ground {
    /// Checks a task change of a driver.
    pub fn driven(
        &mut self,
        operation: &Operation,
        number: TaskNumber,
        (old, new): (&TaskState, &TaskState),
        was_blocked: bool,
    ) -> Result<(), Broken> {
        if let (TaskState::Doing(claim), TaskState::Todo) = (old, new)
            && !self.audit.claims.contains_key(&(number, claim.fence))
        {
            // The change does not belong to a step of this run.
            return self.check_stray(number, claim);
        }
        self.audit.brought.push((operation.version, number, standing(new)));
        match new {
            TaskState::Doing(claim) => {
                hold(Law::Ready, !was_blocked, || {
                    format!("{number} is started under a blocker")
                })?;
                self.started(operation, number, old, claim)
            }
            TaskState::Done(_) => {
                self.record.tally.done += 1;
                let came = self.record.came.get(&number).map(|(_, came)| came.clone());
                let asked = self.audit.task(number).map(|task| task.brief.acceptance.clone());
                let is_earned = match (&came, &asked) {
                    (Some(AgentResult::Done { acceptance }), Some(asked)) => acceptance == asked,
                    // Without a command to check the result, the agent's report decides.
                    (Some(AgentResult::Unknown | AgentResult::Released | AgentResult::Left { .. }), Some(asked)) => {
                        self.has_called_done(number) && !criterion::has_commands(asked)
                    }
                    _ => false,
                };
                hold(Law::Earned, is_earned, || {
                    format!("task {number} was marked done, but its result is {came:?} and its criteria are {asked:?}")
                })
            }
            TaskState::Failed(failure) => {
                self.check_builders(number, &failure.error)?;
                let word = self.orphans.remove(&number).and_then(|orphan| orphan.word);
                self.record.tally.failed += u64::from(word.is_none());
                let came = self.record.came.get(&number).map(|(_, came)| came);
                let is_true = came == Some(&AgentResult::Failed) || word == Some(Resolution::Failed);
                hold(Law::Truth, is_true, || {
                    format!("task {number} was marked failed, but {came:?}, {word:?}")
                })
            }
            TaskState::Todo => self.released(number),
            TaskState::Dropped(_) => Err(Broken::new(Law::Truth, format!("a driver dropped {number}"))),
        }
    }

    fn started(
        &mut self,
        operation: &Operation,
        number: TaskNumber,
        old: &TaskState,
        claim: &Claim,
    ) -> Result<(), Broken> {
        let is_free = match old {
            TaskState::Todo => true,
            TaskState::Doing(old) => !old.is_live(operation.at),
            _ => false,
        };
        hold(Law::Holder, is_free, || format!("{number} was taken from {old:?}"))?;
        let interrupted = match old {
            TaskState::Doing(old) => self.audit.claims.get(&(number, old.fence)),
            _ => None,
        };
        hold(Law::Once, interrupted.is_none(), || {
            format!("{number} was interrupted in run {interrupted:?}, and is started without an answer")
        })?;
        hold(Law::Fence, claim.fence.0 == operation.version.0, || {
            format!("{claim:?} in {}", operation.version)
        })?;
        self.check_ready(number)?;
        // The clock may be set back after the driver read the plan.
        self.check_apart(number, operation.at.max(self.latest))?;
        let record = &mut self.record;
        record.tally.started += 1;
        let (started, most) = (record.tally.started, record.iterations);
        hold(Law::Limits, started <= most, || {
            format!("{started} were started where {most} were allowed")
        })?;
        hold(Law::Limits, record.only.is_none_or(|only| only == number), || {
            format!("{number} was started, and only {:?} was asked for", record.only)
        })?;
        let is_new = !record.released_by_agent.contains(&(number, claim.agent.clone()));
        hold(Law::Limits, is_new, || {
            format!("{} released {number} and got it again", claim.agent)
        })?;
        self.audit.claims.insert((number, claim.fence), record.number);
        self.orphans.remove(&number);
        let active = Active {
            agent: claim.agent.clone(),
            fence: claim.fence,
            is_working: false,
            is_steady: true,
            acceptance: Vec::new(),
            phases_obsolete: 0,
            is_stopped: false,
        };
        record.given.insert(number, (claim.agent.clone(), claim.fence));
        record.active.insert(number, active);
        Ok(())
    }

    fn check_ready(&self, number: TaskNumber) -> Result<(), Broken> {
        let Some((thread, task)) = self.audit.thread().zip(self.audit.task(number)) else {
            return Err(Broken::new(Law::Ready, format!("there is no task {number}")));
        };
        let unmet = thread.tasks.unmet(task);
        hold(Law::Ready, unmet.is_empty(), || format!("{number} waits for {unmet:?}"))?;
        let early = task.after.iter().find(|after| self.record.active.contains_key(after));
        hold(Law::Ready, early.is_none(), || {
            format!("{early:?} is still running, and {number} depends on it")
        })?;
        let unchecked = task.after.iter().find(|after| self.is_unchecked(**after));
        hold(Law::Ready, unchecked.is_none(), || {
            format!("{unchecked:?} was not checked, and {number} depends on it")
        })?;
        let failed = self.audit.tasks().find(|task| task.standing() == Standing::Failed);
        hold(Law::Ready, failed.is_none() || self.record.only.is_some(), || {
            format!(
                "{number} is started, and {:?} has failed",
                failed.map(|task| task.number)
            )
        })
    }

    /// Checks that tasks which run at the same time work on different files.
    fn check_apart(&self, number: TaskNumber, at: Timestamp) -> Result<(), Broken> {
        let Some(task) = self.audit.task(number) else {
            return Ok(());
        };
        let (active, jobs) = (&self.record.active, self.record.jobs);
        hold(Law::Apart, active.len() < jobs, || {
            format!("{number} is one more than {jobs} jobs: {:?}", active.keys())
        })?;
        for other in self.audit.tasks().filter(|other| other.number != number) {
            let is_own = active.contains_key(&other.number);
            let is_live = other.claim().is_some_and(|claim| claim.is_live(at));
            let (ours, theirs) = (&task.brief.paths, &other.brief.paths);
            let is_apart = match (is_own, is_live) {
                (true, _) => !ours.is_empty() && !theirs.is_empty() && !overlap(ours, theirs),
                (false, true) => !overlap(ours, theirs),
                (false, false) => true,
            };
            hold(Law::Apart, is_apart, || {
                format!(
                    "{number} and {} run at the same time: {ours:?}, {theirs:?}",
                    other.number
                )
            })?;
        }
        Ok(())
    }

    /// Checks that the driver releases a foreign claim only if an agent of the run made it in addition to its own step,
    /// and has ended.
    fn check_stray(&self, number: TaskNumber, claim: &Claim) -> Result<(), Broken> {
        let record = &self.record;
        let mut working = record.active.iter().filter(|(_, active)| active.is_working);
        let busy = working.find(|(_, active)| active.agent == claim.agent);
        hold(Law::Alive, busy.is_none(), || {
            format!("{number} was taken from {} which works on {busy:?}", claim.agent)
        })?;
        let mut given = record.given.values();
        let is_later = given.any(|(agent, fence)| *agent == claim.agent && *fence < claim.fence);
        hold(Law::Holder, is_later || !record.left.is_empty(), || {
            format!("{number} was released, but {claim:?} belongs to no agent of this run")
        })
    }

    /// Checks that the driver has a reason to release a step.
    fn released(&mut self, number: TaskNumber) -> Result<(), Broken> {
        if self.orphans.remove(&number).is_some() {
            return Ok(());
        }
        let Some((thread, task)) = self.audit.thread().zip(self.audit.task(number)) else {
            return Ok(());
        };
        self.record.tally.released += 1;
        let came = self.record.came.get(&number).map(|(_, came)| came);
        let is_reasonable = match came {
            Some(AgentResult::Done { acceptance }) => {
                *acceptance != task.brief.acceptance || !thread.tasks.unmet(task).is_empty()
            }
            Some(AgentResult::Failed) => !thread.tasks.unmet(task).is_empty(),
            Some(AgentResult::Released) => true,
            Some(AgentResult::Left { acceptance }) => *acceptance != task.brief.acceptance,
            Some(AgentResult::Unknown) | None => false,
        };
        hold(Law::Truth, is_reasonable, || {
            format!("task {number} was released, but {came:?}")
        })
    }

    /// Checks a task change of another participant.
    pub fn interfered(
        &mut self,
        operation: &Operation,
        number: TaskNumber,
        (old, new): (&TaskState, &TaskState),
    ) -> Result<(), Broken> {
        let fence = |state: &TaskState| match state {
            TaskState::Doing(claim) => Some(claim.fence),
            _ => None,
        };
        let (before, after) = (fence(old), fence(new));
        self.give_up(operation, number, (old, new));
        if before == after {
            return Ok(());
        }
        if let Some(orphan) = self
            .orphans
            .get_mut(&number)
            .filter(|orphan| Some(orphan.fence) == before)
        {
            orphan.is_gone = true;
        }
        let Some(active) = self
            .record
            .active
            .get(&number)
            .filter(|active| Some(active.fence) == before)
        else {
            return Ok(());
        };
        // An agent of the run may also use other front ends, and others may use its name.
        let is_own = operation.author == active.agent;
        self.seen.taken += u64::from(!is_own);
        hold(Law::Alive, is_own || !active.is_steady, || {
            format!(
                "{} lives, and {} was taken from it: {old:?}, {new:?}",
                active.agent, number
            )
        })
    }
}
