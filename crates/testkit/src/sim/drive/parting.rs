//! Agents that work on what is not theirs any more.

use model::{Operation, Standing, Task, TaskNumber, TaskState};

use super::audit::standing;
use super::ground::Ground;
use super::record::Active;
use crate::sim::broken::{Broken, Law, hold};

/// Within so many phases a driver has looked at the plan: each of its agents may begin, somebody be asked, and what has
/// ended be stored before it does.
const PHASES: u32 = 6;

impl Ground {
    /// A driver stops an agent.
    pub fn stop(&mut self, number: TaskNumber) -> Result<(), Broken> {
        self.note(format!("{number} is to stop"));
        let is_over = self.record.is_cancelled || self.record.is_broken_off;
        let Some(active) = self.record.active.get(&number) else {
            return Err(Broken::new(
                Law::Parted,
                format!("{number} is stopped, and nobody works on it"),
            ));
        };
        let is_in_vain = self.is_in_vain(number, active);
        self.seen.stopped += u64::from(!is_over);
        if let Some(active) = self.record.active.get_mut(&number) {
            active.is_stopped = true;
        }
        hold(Law::Parted, is_over || is_in_vain, || {
            format!("{number} is stopped, and it is still its agent's")
        })
    }

    /// A phase begins.
    pub fn check_parted(&mut self) -> Result<(), Broken> {
        let working = self
            .record
            .active
            .iter()
            .filter(|(_, step)| step.is_working && !step.is_stopped);
        let in_vain = working.filter(|(number, step)| self.is_in_vain(**number, step));
        let in_vain: Vec<TaskNumber> = in_vain.map(|(number, _)| *number).collect();
        for (number, step) in &mut self.record.active {
            step.in_vain = if in_vain.contains(number) { step.in_vain + 1 } else { 0 };
            let phases = step.in_vain;
            hold(Law::Parted, phases <= PHASES, || {
                format!(
                    "{} goes on with {number}, which it lost {phases} phases ago",
                    step.agent
                )
            })?;
        }
        Ok(())
    }

    /// Others have the task, or judge it otherwise.
    fn is_in_vain(&self, number: TaskNumber, active: &Active) -> bool {
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

    /// Somebody has moved a task. An agent may do so with its own, without the driver.
    pub fn give_up(&mut self, operation: &Operation, number: TaskNumber, (old, new): (&TaskState, &TaskState)) {
        // What an earlier run left may be given up before it goes on.
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

    /// Nothing stands on work that has failed without a word about it in the plan.
    pub fn check_builders(&self, number: TaskNumber, error: &str) -> Result<(), Broken> {
        let has_begun = |task: &&Task| matches!(task.standing(), Standing::Doing | Standing::Done);
        let mut builders = self
            .audit
            .tasks()
            .filter(has_begun)
            .filter(|task| task.after.contains(&number));
        let is_told = builders.all(|task| error.contains(&task.brief.title));
        let has_ended = self.record.came.contains_key(&number);
        hold(Law::Told, is_told || !has_ended, || {
            format!("{number} has failed, and what was built on it is not named: {error}")
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
