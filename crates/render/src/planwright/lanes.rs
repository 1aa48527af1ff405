//! The ways from task to task of an arranged graph, as lines beside the tasks.
//!
//! A task that others still wait for has a lane below it, down to the last of them. Whoever waits for it is joined to that
//! lane; the last one stands in it.

use std::collections::BTreeMap;

use super::layout::Row;
use super::task::TaskView;
use crate::show::width::width;

/// More lanes than these are no help to anybody.
const LANES_MAX: usize = 16;

/// What stands to the left and to the right of a task's sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lane {
    pub before: String,
    pub after: String,
}

impl Lane {
    /// Without the sign.
    pub fn width(&self) -> usize {
        width(&self.before) + width(&self.after)
    }
}

/// One for each row; `None` if there are too many at once. The rows must be those of the tasks.
pub fn lanes(tasks: &[TaskView<'_>], rows: &[Row]) -> Option<Vec<Lane>> {
    let mut page = Page::new(tasks);
    rows.iter().map(|row| page.next(row.position)).collect()
}

/// A page that is filled from top to bottom.
struct Page {
    /// What each task waits for.
    after: Vec<Vec<usize>>,
    /// How many wait for it and have not been placed.
    left: Vec<usize>,
    places: Vec<Option<usize>>,
    /// The task whose lane runs in each column.
    columns: Vec<Option<usize>>,
    /// The column of the row above, and whether its task has to do with no other.
    above: Option<(usize, bool)>,
}

/// A lane that a task is joined to.
#[derive(Clone, Copy)]
struct Joint {
    column: usize,
    ends: bool,
}

impl Page {
    fn new(tasks: &[TaskView<'_>]) -> Self {
        let numbered = tasks.iter().enumerate().map(|(at, view)| (view.task.number, at));
        let positions: BTreeMap<_, _> = numbered.collect();
        let mut left = vec![0; tasks.len()];
        let mut after = Vec::with_capacity(tasks.len());
        for view in tasks {
            let before: Vec<usize> = view
                .task
                .after
                .iter()
                .filter_map(|number| positions.get(number).copied())
                .collect();
            before.iter().for_each(|position| left[*position] += 1);
            after.push(before);
        }
        Self {
            after,
            left,
            places: vec![None; tasks.len()],
            columns: Vec::new(),
            above: None,
        }
    }

    fn next(&mut self, task: usize) -> Option<Lane> {
        let is_lonely = self.after[task].is_empty() && self.left[task] == 0;
        let joints = self.joints(task);
        let at = self.column(&joints, is_lonely);
        let lane = self.drawn(at, &joints);
        for joint in joints.iter().filter(|joint| joint.ends) {
            self.columns[joint.column] = None;
        }
        self.columns.resize(self.columns.len().max(at + 1), None);
        self.columns[at] = (self.left[task] > 0).then_some(task);
        self.places[task] = Some(at);
        self.above = Some((at, is_lonely));
        while self.columns.last() == Some(&None) {
            self.columns.pop();
        }
        (at < LANES_MAX).then_some(lane)
    }

    /// In a circle, which no sound plan has, some of what a task waits for comes later.
    fn joints(&mut self, task: usize) -> Vec<Joint> {
        let mut joints = Vec::new();
        for before in std::mem::take(&mut self.after[task]) {
            self.left[before] -= 1;
            joints.extend(self.places[before].map(|column| Joint {
                column,
                ends: self.left[before] == 0,
            }));
        }
        joints
    }

    /// In a lane that ends here, or else in a free column. Whoever waits for nothing does not stand right below somebody
    /// else, as if there were a way from there.
    fn column(&self, joints: &[Joint], is_lonely: bool) -> usize {
        if let Some(column) = joints.iter().filter(|joint| joint.ends).map(|joint| joint.column).min() {
            return column;
        }
        let least = joints.iter().map(|joint| joint.column).min().unwrap_or(0);
        let is_misleading = |column: usize| match self.above {
            Some((above, was_lonely)) => joints.is_empty() && above == column && !(was_lonely && is_lonely),
            None => false,
        };
        let is_free = |column: &usize| !matches!(self.columns.get(*column), Some(Some(_))) && !is_misleading(*column);
        (least..).find(is_free).unwrap_or(least)
    }

    fn drawn(&self, at: usize, joints: &[Joint]) -> Lane {
        let ends = joints.iter().map(|joint| joint.column).chain([at]);
        let (first, last) = (ends.clone().min().unwrap_or(at), ends.max().unwrap_or(at));
        let joined = |column: usize| joints.iter().find(|joint| joint.column == column);
        let mut lane = Lane::default();
        for column in 0..self.columns.len().max(at + 1) {
            let is_crossed = first < column && column < last;
            let sign = match joined(column) {
                _ if column == at => None,
                Some(Joint { ends, .. }) if is_crossed => Some(if *ends { '┴' } else { '┼' }),
                Some(Joint { ends, .. }) if column < at => Some(if *ends { '└' } else { '├' }),
                Some(Joint { ends, .. }) => Some(if *ends { '┘' } else { '┤' }),
                // Whoever is passed is no part of it.
                None if self.columns.get(column).is_some_and(Option::is_some) => Some('│'),
                None if is_crossed => Some('─'),
                None => Some(' '),
            };
            let side = if column < at { &mut lane.before } else { &mut lane.after };
            side.extend(sign);
            side.push(if first <= column && column < last { '─' } else { ' ' });
        }
        lane.after.truncate(lane.after.trim_end().len());
        lane
    }
}

#[cfg(test)]
mod tests {
    use model::{Brief, Task, TaskKey, TaskNumber, TaskState, Uid};

    use super::*;
    use crate::planwright::layout::arrange;

    /// Each task with what it waits for, numbered from 1.
    fn drawn(plan: &[&[u32]]) -> String {
        let tasks: Vec<Task> = (1..).zip(plan).map(|(number, after)| task(number, after)).collect();
        let views: Vec<_> = tasks.iter().map(|task| TaskView { task, blocked_by: &[] }).collect();
        let rows = arrange(&views);
        let Some(lanes) = lanes(&views, &rows) else {
            return "too many".to_owned();
        };
        let line = |(row, lane): (&Row, Lane)| {
            let number = tasks[row.position].number;
            format!("{}o{} {number}\n", lane.before, lane.after)
        };
        rows.iter().zip(lanes).map(line).collect()
    }

    fn task(number: u32, after: &[u32]) -> Task {
        Task {
            uid: Uid([0; 16]),
            number: TaskNumber(number),
            key: TaskKey::new(&format!("task-{number}")).unwrap(),
            order: number,
            brief: Brief::default(),
            after: after.iter().copied().map(TaskNumber).collect(),
            state: TaskState::Todo,
        }
    }

    #[track_caller]
    fn check(plan: &[&[u32]], expected: &str) {
        assert_eq!(format!("\n{}", drawn(plan)), expected);
    }

    #[test]
    fn a_chain_is_one_column_and_tasks_of_their_own_are_a_list() {
        check(&[&[], &[1], &[2]], "\no 1\no 2\no 3\n");
        check(&[&[], &[], &[]], "\no 1\no 2\no 3\n");
    }

    #[test]
    fn ways_part_and_meet() {
        let expected = "
o 1
├─o 2
├─│─o 3
o │ │ 4
o─┴─┘ 5
";
        check(&[&[], &[1], &[1], &[1], &[2, 3, 4]], expected);
    }

    #[test]
    fn whoever_waits_for_nothing_does_not_look_as_if() {
        let expected = "
o 1
o 2
│ o 3
o─┘ 4
  o 5
";
        check(&[&[], &[1], &[], &[2, 3], &[]], expected);
    }

    #[test]
    fn a_lane_that_is_passed_is_not_joined() {
        let expected = "
o 1
│ o 2
│ │ o 3
o─│─┘ 4
o─┘ 5
";
        check(&[&[], &[], &[], &[1, 3], &[2, 4]], expected);
    }

    #[test]
    fn a_circle_loses_nobody() {
        assert_eq!(drawn(&[&[2], &[1], &[]]).lines().count(), 3);
    }

    #[test]
    fn too_many_lanes_are_not_drawn() {
        let roots: Vec<Vec<u32>> = vec![Vec::new(); 20];
        let mut plan: Vec<&[u32]> = roots.iter().map(Vec::as_slice).collect();
        let all: Vec<u32> = (1..=20).collect();
        plan.push(&all);
        assert_eq!(drawn(&plan), "too many");
    }
}
