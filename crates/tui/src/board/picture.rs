//! The plan as the board knows it, brought up to date by one glance after the other.

use std::collections::BTreeSet;

use engine::{Glance, Sight};
use model::{Outlook, Task, TaskNumber, Timestamp};
use render::planwright::TaskView;
use render::show::mark::Mark;

pub struct Picture {
    pub at: Timestamp,
    pub outlook: Outlook,
    /// By number, ascending.
    tasks: Vec<Task>,
    /// What each of them still waits for.
    blocked_by: Vec<Vec<TaskNumber>>,
    /// When the next lease runs out, and its task is free again without anybody having done anything.
    next_lapse: Option<Timestamp>,
}

impl Picture {
    pub fn new(glance: Glance) -> Self {
        let mut picture = Self {
            at: glance.at,
            outlook: glance.outlook,
            tasks: match glance.tasks {
                Sight::All(tasks) | Sight::Changed { tasks, .. } => tasks,
            },
            blocked_by: Vec::new(),
            next_lapse: None,
        };
        picture.think();
        picture
    }

    /// The tasks that look different now; `None` if all may.
    pub fn take_in(&mut self, glance: Glance) -> Option<Vec<TaskNumber>> {
        let has_lapsed = self.next_lapse.is_some_and(|lapse| lapse <= glance.at);
        self.at = glance.at;
        self.outlook = glance.outlook;
        let changed = match glance.tasks {
            Sight::All(tasks) => {
                self.tasks = tasks;
                None
            }
            Sight::Changed { tasks, removed } => {
                let mut numbers: Vec<_> = tasks.iter().map(|task| task.number).collect();
                if !removed.is_empty() {
                    let removed: BTreeSet<_> = removed.iter().collect();
                    self.tasks.retain(|task| !removed.contains(&task.number));
                }
                for task in tasks {
                    match self.position(task.number) {
                        Ok(position) => self.tasks[position] = task,
                        Err(position) => self.tasks.insert(position, task),
                    }
                }
                if has_lapsed {
                    let lapsed = self.tasks.iter().filter(|task| is_lapsed(task, self.at));
                    numbers.extend(lapsed.map(|task| task.number));
                }
                // Those that are gone look different, too.
                numbers.extend(removed);
                Some(numbers)
            }
        };
        if has_lapsed || changed.as_ref().is_none_or(|numbers| !numbers.is_empty()) {
            self.think();
        }
        changed
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    pub fn view(&self, position: usize) -> TaskView<'_> {
        TaskView {
            task: &self.tasks[position],
            blocked_by: &self.blocked_by[position],
        }
    }

    pub fn find(&self, number: TaskNumber) -> Option<TaskView<'_>> {
        self.position(number).ok().map(|position| self.view(position))
    }

    pub fn mark(&self, view: TaskView<'_>) -> Mark {
        Mark::of(view, self.at)
    }

    pub fn dependents(&self, number: TaskNumber) -> Vec<TaskNumber> {
        let waits = |task: &&Task| task.after.binary_search(&number).is_ok();
        self.tasks.iter().filter(waits).map(|task| task.number).collect()
    }

    fn position(&self, number: TaskNumber) -> Result<usize, usize> {
        self.tasks.binary_search_by_key(&number, |task| task.number)
    }

    /// What follows from the tasks.
    fn think(&mut self) {
        let is_unmet = |number: &TaskNumber| {
            let found = self
                .position(*number)
                .ok()
                .map(|position| self.tasks[position].standing());
            found != Some(model::Standing::Done)
        };
        let unmet = |task: &Task| task.after.iter().copied().filter(is_unmet).collect();
        self.blocked_by = self.tasks.iter().map(unmet).collect();
        let leases = self
            .tasks
            .iter()
            .filter_map(Task::claim)
            .map(|claim| claim.ends(self.at));
        self.next_lapse = leases.filter(|until| *until > self.at).min();
    }
}

fn is_lapsed(task: &Task, at: Timestamp) -> bool {
    task.claim().is_some_and(|claim| !claim.is_live(at))
}
