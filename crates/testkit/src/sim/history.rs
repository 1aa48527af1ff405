//! Facts that the laws need from earlier steps and that no state contains.

use std::collections::BTreeMap;

use model::{Event, Fence, State, Task, TaskNumber, ThreadId, Uid};

use super::broken::{Broken, Law, hold};

/// Threads are identified by uid, because a thread may be closed and come back.
type Place = (Uid, TaskNumber);

#[derive(Debug, Default)]
pub(super) struct History {
    tasks: BTreeMap<Place, Uid>,
    claims: BTreeMap<Place, (Fence, model::AgentName)>,
}

impl History {
    /// Checks that a number always belongs to the same task.
    pub fn check_numbers(&mut self, after: &State, events: &[Event]) -> Result<(), Broken> {
        for event in events {
            let Event::TaskAdded { thread, task } = event else {
                continue;
            };
            let Some(place) = place(after, *thread, task.number) else {
                continue;
            };
            let owner = *self.tasks.entry(place).or_insert(task.uid);
            hold(Law::Numbers, owner == task.uid, || {
                format!(
                    "{thread} gave number {} to {} and later to {}",
                    task.number, owner, task.uid
                )
            })?;
        }
        Ok(())
    }

    /// Checks that the lease tokens of a task only grow and that each belongs to one agent.
    pub fn check_fences(&mut self, after: &State, events: &[Event]) -> Result<(), Broken> {
        for event in events {
            let (thread, number) = match event {
                Event::TaskMoved { thread, number, .. } => (*thread, *number),
                Event::TaskAdded { thread, task } => (*thread, task.number),
                _ => continue,
            };
            let task = after.threads.get(&thread).and_then(|state| state.tasks.get(number));
            let Some(claim) = task.and_then(Task::claim) else {
                continue;
            };
            let Some(place) = place(after, thread, number) else {
                continue;
            };
            let new = (claim.fence, claim.agent.clone());
            if let Some(old) = self.claims.get(&place) {
                hold(Law::Fence, old == &new || old.0 < new.0, || {
                    format!("task {number} of {thread} was claimed as {old:?} and then as {new:?}")
                })?;
            }
            self.claims.insert(place, new);
        }
        Ok(())
    }
}

fn place(state: &State, thread: ThreadId, number: TaskNumber) -> Option<Place> {
    state.threads.get(&thread).map(|state| (state.thread.uid, number))
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
