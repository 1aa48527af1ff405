//! The dependency graph as numbers: order and circles, without recursion, the same answer on every run.

use std::collections::BTreeMap;

use crate::id::TaskNumber;

/// A graph whose edges all lead to tasks of the graph and that has no circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskGraph {
    numbers: Vec<TaskNumber>,
    /// Positions in `numbers` that each position waits for.
    after: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GraphFault {
    Unknown {
        task: TaskNumber,
        dependency: TaskNumber,
    },
    /// One circle of a group of tasks that wait for each other, from its smallest number on.
    Cycle(Vec<TaskNumber>),
}

impl TaskGraph {
    /// The only way in. Reports every unknown dependency, and one circle for each group of tasks that has any.
    pub fn build(after: &BTreeMap<TaskNumber, Vec<TaskNumber>>) -> Result<Self, Vec<GraphFault>> {
        let numbers: Vec<_> = after.keys().copied().collect();
        let mut faults = Vec::new();
        let mut edges = Vec::with_capacity(numbers.len());
        for (&task, dependencies) in after {
            let mut known = Vec::with_capacity(dependencies.len());
            for &dependency in dependencies {
                match numbers.binary_search(&dependency) {
                    Ok(position) => known.push(position),
                    Err(_) => faults.push(GraphFault::Unknown { task, dependency }),
                }
            }
            known.sort_unstable();
            known.dedup();
            edges.push(known);
        }
        let graph = Self { numbers, after: edges };
        faults.extend(graph.circles().into_iter().map(GraphFault::Cycle));
        if faults.is_empty() { Ok(graph) } else { Err(faults) }
    }

    /// Every task after what it waits for; among equals the lowest number first.
    pub fn order(&self) -> Vec<TaskNumber> {
        let mut waiting: Vec<usize> = self.after.iter().map(Vec::len).collect();
        let before = self.reversed();
        let mut free: std::collections::BinaryHeap<_> = (0..self.numbers.len())
            .filter(|&position| waiting[position] == 0)
            .map(std::cmp::Reverse)
            .collect();
        let mut order = Vec::with_capacity(self.numbers.len());
        while let Some(std::cmp::Reverse(position)) = free.pop() {
            order.push(self.numbers[position]);
            for &next in &before[position] {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    free.push(std::cmp::Reverse(next));
                }
            }
        }
        order
    }

    /// How many steps each task is away from the start: 0 waits for nothing.
    pub fn levels(&self) -> BTreeMap<TaskNumber, usize> {
        let mut levels = BTreeMap::new();
        for number in self.order() {
            let level = self.after[self.position(number)]
                .iter()
                .filter_map(|&dependency| levels.get(&self.numbers[dependency]))
                .max()
                .map_or(0, |deepest: &usize| deepest + 1);
            levels.insert(number, level);
        }
        levels
    }

    fn position(&self, number: TaskNumber) -> usize {
        self.numbers.partition_point(|&known| known < number)
    }

    fn reversed(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.numbers.len()];
        for (task, dependencies) in self.after.iter().enumerate() {
            for &dependency in dependencies {
                before[dependency].push(task);
            }
        }
        before
    }

    fn circles(&self) -> Vec<Vec<TaskNumber>> {
        let mut circles: Vec<_> = self
            .groups()
            .into_iter()
            .filter_map(|group| self.circle_within(group))
            .collect();
        circles.sort_unstable();
        circles
    }

    /// The shortest way from the group's smallest task back to itself, by breadth.
    fn circle_within(&self, group: Vec<usize>) -> Option<Vec<TaskNumber>> {
        let start = *group.iter().min()?;
        let inside: std::collections::BTreeSet<usize> = group.into_iter().collect();
        let mut came_from = BTreeMap::new();
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(task) = queue.pop_front() {
            for &next in self.after[task].iter().filter(|next| inside.contains(next)) {
                if next == start {
                    let mut circle = vec![self.numbers[task]];
                    let mut step = task;
                    while step != start {
                        step = came_from[&step];
                        circle.push(self.numbers[step]);
                    }
                    circle.reverse();
                    return Some(circle);
                }
                came_from.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    task
                });
            }
        }
        None
    }

    /// Tarjan's strongly connected groups, with an explicit stack.
    fn groups(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.numbers.len();
        let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut on_path = vec![false; count];
        let (mut path, mut groups, mut next_index) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if index[root] != UNSEEN {
                continue;
            }
            let mut work = vec![(root, 0)];
            while let Some((task, edge)) = work.pop() {
                if edge == 0 {
                    index[task] = next_index;
                    low[task] = next_index;
                    next_index += 1;
                    path.push(task);
                    on_path[task] = true;
                }
                if let Some(&next) = self.after[task].get(edge) {
                    work.push((task, edge + 1));
                    if index[next] == UNSEEN {
                        work.push((next, 0));
                    } else if on_path[next] {
                        low[task] = low[task].min(index[next]);
                    }
                    continue;
                }
                if let Some(&(parent, _)) = work.last() {
                    low[parent] = low[parent].min(low[task]);
                }
                if low[task] == index[task] {
                    let mut group = Vec::new();
                    while let Some(member) = path.pop() {
                        on_path[member] = false;
                        group.push(member);
                        if member == task {
                            break;
                        }
                    }
                    groups.push(group);
                }
            }
        }
        groups
    }
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
