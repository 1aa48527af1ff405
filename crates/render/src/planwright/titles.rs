//! What the tasks are called that a log names by number.

use std::collections::BTreeMap;

use model::{Event, Operation, Task, TaskNumber, ThreadId};

/// Titles by thread and number. A task without one is named by its number alone.
#[derive(Debug, Clone, Default)]
pub struct Titles<'a>(BTreeMap<(ThreadId, TaskNumber), &'a str>);

impl<'a> Titles<'a> {
    pub fn of(thread: ThreadId, tasks: impl IntoIterator<Item = &'a Task>) -> Self {
        let titled = |task: &'a Task| ((thread, task.number), task.brief.title.as_str());
        Self(tasks.into_iter().map(titled).collect())
    }

    pub fn get(&self, thread: ThreadId, number: TaskNumber) -> Option<&'a str> {
        self.0.get(&(thread, number)).copied()
    }

    /// These titles, and those that the operations themselves tell, the newest of each.
    pub(super) fn with<'b>(&'b self, operations: &'b [Operation]) -> Titles<'b> {
        let mut titles = BTreeMap::new();
        for event in operations.iter().flat_map(|operation| &operation.events) {
            match event {
                Event::TaskAdded { thread, task } | Event::TaskRemoved { thread, task } => {
                    titles.insert((*thread, task.number), task.brief.title.as_str());
                }
                Event::TaskEdited {
                    thread, number, new, ..
                } => {
                    titles.insert((*thread, *number), new.title.as_str());
                }
                _ => {}
            }
        }
        titles.extend(self.0.iter().map(|(task, title)| (*task, *title)));
        Titles(titles)
    }
}
