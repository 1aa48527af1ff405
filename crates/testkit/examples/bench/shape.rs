//! The measured plans.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Each task depends on the one before.
    Chain,
    /// No task has dependencies.
    Wide,
    /// All tasks depend on the last one.
    Hub,
}

/// Task 1 is the decomposition of the goal. The plan's own tasks follow it.
pub const FIRST: usize = 2;

impl Shape {
    pub fn last(tasks: usize) -> usize {
        FIRST + tasks - 1
    }

    /// The update that turns a new session into a plan of this shape.
    pub fn payload(self, tasks: usize) -> Value {
        let all = FIRST..=Self::last(tasks);
        let add: Vec<Value> = all.map(|number| self.task(number, tasks)).collect();
        json!({ "update_tasks": [{ "id": 1, "status": "DONE" }], "add_tasks": add })
    }

    fn task(self, number: usize, tasks: usize) -> Value {
        json!({
            "title": format!("Write part {number} of the report"),
            "type": "feature",
            "dependencies": self.dependencies(number, tasks),
            "context_hints": [format!("Read section {number} of `spec.md`; follow the style of the part before.")],
            "relevant_file_paths": ["spec.md"],
        })
    }

    fn dependencies(self, number: usize, tasks: usize) -> Vec<usize> {
        let last = Self::last(tasks);
        match self {
            Self::Chain if number > FIRST => vec![number - 1],
            Self::Hub if number < last => vec![last],
            _ => Vec::new(),
        }
    }
}
