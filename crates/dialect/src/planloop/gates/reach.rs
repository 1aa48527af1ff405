//! Which tasks come after the makers of which paths.

use std::collections::{BTreeMap, BTreeSet};

use model::TaskNumber;

use super::links::Links;

/// A path, the tasks that make it (ascending), and the tasks that would like to find it.
pub(super) struct Wish<'a> {
    pub path: &'a str,
    pub makers: Vec<TaskNumber>,
    pub wanted_by: Vec<TaskNumber>,
}

/// Paths that are followed through the graph at once, one bit each. A search per wish would be quadratic.
const BATCH: usize = u64::BITS as usize;

/// The wishes that come true because the task itself, or one that it waits for, makes the path.
///
/// In a plan with a circle there is no before and after, so every wish with a maker is granted: the circle is fault
/// enough.
pub(super) fn granted<'a>(wishes: Vec<Wish<'a>>, links: &Links) -> BTreeSet<(TaskNumber, &'a str)> {
    let Some(order) = &links.order else {
        return wishes.iter().flat_map(Wish::wants).collect();
    };
    let mut granted = BTreeSet::new();
    let far: Vec<_> = wishes
        .into_iter()
        .filter_map(|wish| wish.without_near(links, &mut granted))
        .collect();
    if far.is_empty() {
        return granted;
    }
    let position: BTreeMap<_, _> = order
        .iter()
        .zip(0..)
        .map(|(number, position)| (*number, position))
        .collect();
    let above: Vec<Vec<usize>> = order
        .iter()
        .map(|number| {
            links.after[number]
                .iter()
                .map(|dependency| position[dependency])
                .collect()
        })
        .collect();
    for batch in far.chunks(BATCH) {
        let found = flood(batch, &position, &above);
        for (bit, wish) in batch.iter().enumerate() {
            let is_found = |task: &TaskNumber| position.get(task).is_some_and(|place| found[*place] >> bit & 1 == 1);
            granted.extend(wish.wants().filter(|(task, _)| is_found(task)));
        }
    }
    granted
}

impl<'a> Wish<'a> {
    fn wants(&self) -> impl Iterator<Item = (TaskNumber, &'a str)> + use<'_, 'a> {
        self.wanted_by.iter().map(|task| (*task, self.path))
    }

    /// Grants what the task or a direct dependency makes, which is most of it, and returns what is left to search for.
    fn without_near(mut self, links: &Links, granted: &mut BTreeSet<(TaskNumber, &'a str)>) -> Option<Self> {
        let makes = |task: &TaskNumber| self.makers.binary_search(task).is_ok();
        let is_near =
            |task: &TaskNumber| makes(task) || links.after.get(task).is_some_and(|after| after.iter().any(makes));
        let (near, far): (Vec<_>, Vec<_>) = self.wanted_by.iter().partition(|task| is_near(task));
        granted.extend(near.into_iter().map(|task| (task, self.path)));
        self.wanted_by = far;
        (!self.wanted_by.is_empty()).then_some(self)
    }
}

/// For each position of the order, the paths of the batch that are made there or above.
fn flood(batch: &[Wish<'_>], position: &BTreeMap<TaskNumber, usize>, above: &[Vec<usize>]) -> Vec<u64> {
    let mut found = vec![0_u64; above.len()];
    for (bit, wish) in batch.iter().enumerate() {
        for place in wish.makers.iter().filter_map(|maker| position.get(maker)) {
            found[*place] |= 1 << bit;
        }
    }
    for (place, dependencies) in above.iter().enumerate() {
        found[place] = dependencies
            .iter()
            .fold(found[place], |all, dependency| all | found[*dependency]);
    }
    found
}
