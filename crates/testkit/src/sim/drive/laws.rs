//! What a driver must keep, whatever happens around it.

use model::schedule::{Driving, overlap};
use model::{AgentName, Fence, Standing, Task, TaskNumber, TaskState};

use super::Drives;
use super::world::Ground;
use crate::sim::broken::{Broken, Law, hold};

impl Ground {
    /// An agent starts. It must hold the task, nobody may have started under the same claim, and all that it builds on is
    /// done.
    pub fn execute(&mut self, number: TaskNumber, agent: &AgentName, fence: Fence) -> Result<(), Broken> {
        let times = self.executed.entry((number, fence)).or_default();
        *times += 1;
        let times = *times;
        hold(Law::Once, times == 1, || {
            format!("task {number} was started {times} times under {fence:?}")
        })?;
        let thread = self.thread()?;
        let task = thread.tasks.get(number);
        let claim = task.and_then(Task::claim);
        let is_ours = claim.is_some_and(|claim| claim.agent == *agent && claim.fence == fence);
        hold(Law::Holder, is_ours, || {
            format!("{agent} starts {number} under {fence:?}, but {claim:?}")
        })?;
        let unmet = task.map(|task| thread.tasks.unmet(task)).unwrap_or_default();
        hold(Law::Ready, unmet.is_empty(), || {
            format!("task {number} waits for {unmet:?}")
        })
    }

    /// The work was done under this claim.
    pub fn earn(&mut self, number: TaskNumber, fence: Fence) {
        self.earned.insert((number, fence));
    }

    /// Tasks that run at the same time declare files, and others.
    pub fn check_apart(&mut self, driving: &Driving) -> Result<(), Broken> {
        let thread = self.thread()?;
        let running: Vec<&Task> = driving
            .running
            .iter()
            .filter_map(|number| thread.tasks.get(*number))
            .collect();
        for (index, one) in running.iter().enumerate() {
            for other in &running[index + 1..] {
                let (ours, theirs) = (&one.brief.paths, &other.brief.paths);
                let is_apart = !ours.is_empty() && !theirs.is_empty() && !overlap(ours, theirs);
                hold(Law::Apart, is_apart, || {
                    format!("{} and {} run together: {ours:?}, {theirs:?}", one.number, other.number)
                })?;
            }
        }
        hold(Law::Apart, running.len() <= driving.jobs, || {
            format!("{} run with {} jobs", running.len(), driving.jobs)
        })
    }

    /// The plan is complete: everything in it was really done by somebody.
    pub fn at_end(mut self) -> Result<Drives, Broken> {
        let thread = self.thread()?;
        for task in thread.tasks.rows() {
            let is_done = task.standing() == Standing::Done;
            hold(Law::Ends, is_done, || {
                format!("{} is not done: {:?}", task.number, task.state)
            })?;
            let is_earned = self.earned.iter().any(|(number, _)| *number == task.number);
            hold(Law::Earned, is_earned, || format!("nobody did task {}", task.number))?;
            if let TaskState::Done(outcome) = &task.state {
                hold(Law::Truth, outcome.at <= self.at, || {
                    "it was done in the future".to_owned()
                })?;
            }
        }
        Ok(self.seen)
    }
}
