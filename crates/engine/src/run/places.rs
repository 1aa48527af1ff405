//! Which files the tasks of a plan are about, links followed, so that one place under two names is one place.

use std::collections::BTreeSet;

use model::schedule::{Stage, split_at_pattern, stage};
use model::{OpVersion, Task, TaskNumber, TaskPath, Timestamp};
use workspace::Places;

use super::driver::Driver;
use super::error::RunFault;
use super::scene::Scene;

/// Whose places were looked up, and for which plan, beside which steps.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Whenever something has begun or ended, they are looked up again: agents make links, too.
    at: Option<(OpVersion, BTreeSet<TaskNumber>)>,
    tasks: BTreeSet<TaskNumber>,
}

impl Driver<'_> {
    /// Looks up the places of those that would begin next, until it is sure that they are in nobody's way. A plan may have
    /// thousands of others that are ready.
    pub(super) fn look_at_places(&mut self, at: Timestamp) -> Result<(), RunFault> {
        let now = (self.picture.version(), self.driving.running.clone());
        if self.looked.at.as_ref() != Some(&now) {
            self.looked = Looked {
                at: Some(now),
                tasks: BTreeSet::new(),
            };
            self.driving.places.clear();
        }
        let is_busy = |task: &Task| task.claim().is_some_and(|claim| claim.is_live(at));
        let mut next: Vec<Task> = self
            .picture
            .tasks()?
            .rows()
            .filter(|task| is_busy(task))
            .cloned()
            .collect();
        // Whoever works alone is in nobody's way.
        if self.driving.jobs == 1 && next.is_empty() {
            return Ok(());
        }
        loop {
            if let Stage::Start(tasks) = stage(self.picture.thread_state()?, &self.driving, at) {
                next.extend(tasks.into_iter().cloned());
            }
            next.retain(|task| self.looked.tasks.insert(task.number));
            if next.is_empty() {
                return Ok(());
            }
            let mut places = Places::of(&self.scene.bench.root);
            for task in next.drain(..) {
                let real = real(&mut places, &task.brief.paths);
                if real != task.brief.paths {
                    self.driving.places.insert(task.number, real);
                }
            }
        }
    }
}

impl Scene<'_> {
    pub fn places(&self, task: &Task) -> Vec<TaskPath> {
        real(&mut Places::of(&self.bench.root), &task.brief.paths)
    }
}

/// Only what stands before a pattern can be followed.
fn real(places: &mut Places, paths: &[TaskPath]) -> Vec<TaskPath> {
    let follow = |path: &TaskPath| {
        let (head, pattern) = split_at_pattern(&path.path);
        let real = places.real(head);
        TaskPath {
            path: match (real.is_empty(), pattern) {
                (_, "") => real,
                (true, pattern) => pattern.to_owned(),
                (false, pattern) => format!("{real}/{pattern}"),
            },
            creates: path.creates,
        }
    };
    paths.iter().map(follow).collect()
}
