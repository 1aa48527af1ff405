//! Where each task of a graph stands on the page.
//!
//! Every task comes once, after all it waits for. The longest way on stays in the column of the task that set it
//! free; shorter ways branch off to the right before it. So a chain of any length is one column.

use std::collections::BTreeMap;

use super::task::TaskView;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The task, as a position in the given list.
    pub position: usize,
    pub depth: usize,
    pub place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Waits for nothing.
    Root,
    /// Goes on in the column of a task it waits for.
    Trunk,
    /// Leaves that column to the right.
    Branch,
}

pub fn arrange(tasks: &[TaskView<'_>]) -> Vec<Row> {
    let links = Links::new(tasks);
    let heights = links.heights();
    let mut waiting = links.waiting.clone();
    let root = |position| Row {
        position,
        depth: 0,
        place: Place::Root,
    };
    let mut pending: Vec<_> = links.free().rev().map(root).collect();
    let mut rows = Vec::with_capacity(tasks.len());
    while let Some(row) = pending.pop() {
        rows.push(row);
        let mut freed = links.release(row.position, &mut waiting);
        freed.sort_unstable_by_key(|&position| (heights[position], position));
        let trunk = freed.pop();
        pending.extend(trunk.map(|position| Row {
            position,
            place: Place::Trunk,
            ..row
        }));
        pending.extend(freed.into_iter().rev().map(|position| Row {
            position,
            depth: row.depth + 1,
            place: Place::Branch,
        }));
    }
    // A sound plan has no circle, but a task must never vanish from the page.
    rows.extend((0..tasks.len()).filter(|&position| waiting[position] > 0).map(root));
    rows
}

/// The dependencies among the given tasks; those that lead out of the list are left aside.
pub(super) struct Links {
    dependents: Vec<Vec<usize>>,
    /// How many tasks of the list each one waits for.
    waiting: Vec<usize>,
}

impl Links {
    pub fn new(tasks: &[TaskView<'_>]) -> Self {
        let positions: BTreeMap<_, _> = tasks
            .iter()
            .enumerate()
            .map(|(at, view)| (view.task.number, at))
            .collect();
        let mut dependents = vec![Vec::new(); tasks.len()];
        let mut waiting = vec![0; tasks.len()];
        for (position, view) in tasks.iter().enumerate() {
            for dependency in view.task.after.iter().filter_map(|number| positions.get(number)) {
                dependents[*dependency].push(position);
                waiting[position] += 1;
            }
        }
        Self { dependents, waiting }
    }

    /// Each dependency as a pair of positions: what comes first, and what waits for it.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let dependents = self.dependents.iter().enumerate();
        dependents.flat_map(|(first, then)| then.iter().map(move |then| (first, *then)))
    }

    fn free(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.waiting.len()).filter(|&position| self.waiting[position] == 0)
    }

    /// Those that waited for this task last.
    fn release(&self, position: usize, waiting: &mut [usize]) -> Vec<usize> {
        let mut freed = Vec::new();
        for &dependent in &self.dependents[position] {
            waiting[dependent] -= 1;
            if waiting[dependent] == 0 {
                freed.push(dependent);
            }
        }
        freed
    }

    /// The number of steps from each task to the farthest end.
    fn heights(&self) -> Vec<usize> {
        let mut waiting = self.waiting.clone();
        let mut order: Vec<_> = self.free().collect();
        let mut next = 0;
        while let Some(&position) = order.get(next) {
            order.extend(self.release(position, &mut waiting));
            next += 1;
        }
        let mut heights = vec![0; self.waiting.len()];
        for &position in order.iter().rev() {
            let farthest = self.dependents[position]
                .iter()
                .map(|&dependent| heights[dependent] + 1);
            heights[position] = farthest.max().unwrap_or(0);
        }
        heights
    }
}
