//! Laws for agents that work on a task they have lost.

use model::{Operation, Standing, Task, TaskNumber, TaskState};

use super::audit::standing;
use super::ground::Ground;
use super::record::Active;
use crate::sim::broken::{Broken, Law, hold};

/// A driver reads the plan again after at most this number of phases. Before that it may start each agent, ask a
/// question, and store results.
const PHASES: u32 = 6;

impl Ground {
    /// Checks that a driver stops an agent only for a reason.
    pub fn stop(&mut self, number: TaskNumber) -> Result<(), Broken> {
        self.note(format!("{number} is to stop"));
        let is_over = self.record.is_cancelled || self.record.is_broken_off;
        let Some(active) = self.record.active.get(&number) else {
            return Err(Broken::new(
                Law::Parted,
                format!("{number} is stopped, but no agent works on it"),
            ));
        };
        let is_obsolete = self.is_obsolete(number, active);
        self.seen.stopped += u64::from(!is_over);
        if let Some(active) = self.record.active.get_mut(&number) {
            active.is_stopped = true;
        }
        hold(Law::Parted, is_over || is_obsolete, || {
            format!("{number} is stopped, but its agent still has the claim")
        })
    }

    /// Checks at the start of a phase that agents without their task were stopped in time.
    pub fn check_parted(&mut self) -> Result<(), Broken> {
        let working = self
            .record
            .active
            .iter()
            .filter(|(_, step)| step.is_working && !step.is_stopped);
        let obsolete = working.filter(|(number, step)| self.is_obsolete(**number, step));
        let obsolete: Vec<TaskNumber> = obsolete.map(|(number, _)| *number).collect();
        for (number, step) in &mut self.record.active {
            step.phases_obsolete = if obsolete.contains(number) {
                step.phases_obsolete + 1
            } else {
                0
            };
            let phases = step.phases_obsolete;
            hold(Law::Parted, phases <= PHASES, || {
                format!(
                    "{} still works on {number}, which it lost {phases} phases ago",
                    step.agent
                )
            })?;
        }
        Ok(())
    }

    /// Whether the task belongs to others or has another state.
    fn is_obsolete(&self, number: TaskNumber, active: &Active) -> bool {
        let Some(task) = self.audit.task(number) else {
            return true;
        };
        let is_own = match &task.state {
            TaskState::Doing(claim) => claim.agent == active.agent && claim.fence == active.fence,
            TaskState::Done(outcome) => outcome.by == active.agent,
            TaskState::Todo | TaskState::Failed(_) | TaskState::Dropped(_) => false,
        };
        !is_own || task.brief.acceptance != active.acceptance
    }

    /// Records that an agent changed its own task without the driver.
    pub fn give_up(&mut self, operation: &Operation, number: TaskNumber, (old, new): (&TaskState, &TaskState)) {
        // An agent may give up a step of an earlier run before it is resumed.
        let left = self.orphans.get(&number).map(|orphan| (&orphan.agent, orphan.fence));
        let given = self.record.given.get(&number).map(|(agent, fence)| (agent, *fence));
        let Some((agent, fence)) = left.or(given) else {
            return;
        };
        let was_own = match old {
            TaskState::Doing(claim) => claim.agent == *agent && claim.fence == fence,
            TaskState::Done(outcome) => outcome.by == *agent,
            TaskState::Failed(failure) => failure.by == *agent,
            TaskState::Todo | TaskState::Dropped(_) => false,
        };
        if was_own && operation.author == *agent {
            self.record.given_up.insert((number, fence, standing(new)));
        }
    }

    /// Checks that the failure of a task names all started tasks that depend on it.
    pub fn check_builders(&self, number: TaskNumber, error: &str) -> Result<(), Broken> {
        let has_begun = |task: &&Task| matches!(task.standing(), Standing::Doing | Standing::Done);
        let mut builders = self
            .audit
            .tasks()
            .filter(has_begun)
            .filter(|task| task.after.contains(&number));
        let is_named = builders.all(|task| error.contains(&task.brief.title));
        let has_ended = self.record.came.contains_key(&number);
        hold(Law::Reported, is_named || !has_ended, || {
            format!("{number} has failed, and the error does not name its started dependents: {error}")
        })
    }

    pub fn has_called_done(&self, number: TaskNumber) -> bool {
        let given = self.record.given.get(&number);
        given.is_some_and(|(_, fence)| self.audit.ever_called_done.contains(&(number, *fence)))
    }

    pub fn has_given_up(&self, number: TaskNumber, to: Standing) -> bool {
        let given = self.record.given.get(&number);
        given.is_some_and(|(_, fence)| self.record.given_up.contains(&(number, *fence, to)))
    }
}
