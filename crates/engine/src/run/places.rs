//! Which files the tasks of a plan are about, links followed, so that one place under two names is one place.

use std::collections::BTreeSet;

use model::schedule::split_at_pattern;
use model::{OpVersion, Task, TaskNumber, TaskPath, Timestamp};
use workspace::Places;

use super::driver::Driver;
use super::error::RunFault;
use super::scene::Scene;

/// For which plan, and beside which steps, places were looked up.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Looked(Option<(OpVersion, BTreeSet<TaskNumber>)>);

impl Driver<'_> {
    /// Looked up again whenever something has begun or ended: agents make links, too.
    pub(super) fn look_at_places(&mut self, at: Timestamp) -> Result<(), RunFault> {
        let now = Looked(Some((self.picture.version(), self.driving.running.clone())));
        if self.looked == now {
            return Ok(());
        }
        self.looked = now;
        self.driving.places.clear();
        let tasks = self.picture.tasks()?;
        let is_busy = |task: &Task| task.claim().is_some_and(|claim| claim.is_live(at));
        // Whoever works alone is in nobody's way.
        if self.driving.jobs == 1 && !tasks.rows().any(is_busy) {
            return Ok(());
        }
        let mut places = Places::of(&self.scene.bench.root);
        let may_run = |task: &&Task| is_busy(task) || (!task.standing().is_settled() && tasks.unmet(task).is_empty());
        for task in tasks.rows().filter(may_run) {
            let real = real(&mut places, &task.brief.paths);
            if real != task.brief.paths {
                self.driving.places.insert(task.number, real);
            }
        }
        Ok(())
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
