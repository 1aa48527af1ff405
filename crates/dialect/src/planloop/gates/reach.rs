//! Which tasks come after the makers of which paths.

use std::collections::{BTreeMap, BTreeSet};

use model::TaskNumber;

use super::links::Links;

/// A path, the tasks that make it, and the tasks that would like to find it.
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
pub(super) fn granted<'a>(wishes: &[Wish<'a>], links: &Links) -> BTreeSet<(TaskNumber, &'a str)> {
    let Some(order) = &links.order else {
        return wishes.iter().flat_map(wants).collect();
    };
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
    let mut granted = BTreeSet::new();
    for batch in wishes.chunks(BATCH) {
        let found = flood(batch, &position, &above);
        for (bit, wish) in batch.iter().enumerate() {
            let is_found = |task: &TaskNumber| {
                position
                    .get(task)
                    .is_some_and(|position| found[*position] >> bit & 1 == 1)
            };
            granted.extend(wants(wish).filter(|(task, _)| is_found(task)));
        }
    }
    granted
}

fn wants<'w, 'a>(wish: &'w Wish<'a>) -> impl Iterator<Item = (TaskNumber, &'a str)> + use<'w, 'a> {
    wish.wanted_by.iter().map(|task| (*task, wish.path))
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
