//! A task as the native door shows it to machines.

use model::{AgentName, Kind, Task, TaskNumber, TaskState, Timestamp};
use serde::Serialize;

use super::brief::BriefShape;
use super::numbers::plain;
use super::state::{ClaimShape, Particulars, particulars, word};

/// A task with what it still waits for.
#[derive(Debug, Clone, Copy)]
pub struct TaskView<'a> {
    pub task: &'a Task,
    /// The dependencies that are not done, ascending.
    pub blocked_by: &'a [TaskNumber],
}

impl TaskView<'_> {
    /// Anybody may take it: nothing stands in its way and nobody has a live hold on it.
    pub fn is_ready(&self, at: Timestamp) -> bool {
        let free = match &self.task.state {
            TaskState::Todo => true,
            TaskState::Doing(claim) => !claim.is_live(at),
            TaskState::Done(_) | TaskState::Failed(_) | TaskState::Dropped(_) => false,
        };
        free && self.blocked_by.is_empty()
    }
}

#[derive(Serialize)]
pub(super) struct TaskShape<'a> {
    number: u32,
    key: &'a str,
    uid: String,
    title: &'a str,
    state: &'static str,
    ready: bool,
    blocked_by: Vec<u32>,
    after: Vec<u32>,
    kind: Option<&'static str>,
    /// The agent that the author would like to see on it; the one at work is in `claim`.
    agent: Option<&'a str>,
    claim: Option<ClaimShape<'a>>,
    /// `outcome`, `failure` or `dropped`, when there is one.
    #[serde(flatten)]
    ending: Option<Particulars<'a>>,
    #[serde(flatten)]
    brief: BriefShape<'a>,
}

impl<'a> TaskShape<'a> {
    pub fn new(view: TaskView<'a>, at: Timestamp) -> Self {
        let task = view.task;
        Self {
            number: task.number.0,
            key: task.key.as_str(),
            uid: task.uid.to_string(),
            title: &task.brief.title,
            state: word(task.standing()),
            ready: view.is_ready(at),
            blocked_by: plain(view.blocked_by),
            after: plain(&task.after),
            kind: task.brief.kind.map(Kind::word),
            agent: task.brief.agent.as_ref().map(AgentName::as_str),
            claim: task.claim().map(|claim| ClaimShape::seen(claim, at)),
            ending: match &task.state {
                TaskState::Doing(_) => None,
                state => particulars(state),
            },
            brief: BriefShape::from(&task.brief),
        }
    }
}

/// A task where only its name matters.
#[derive(Serialize)]
pub(super) struct TaskName<'a> {
    number: u32,
    key: &'a str,
    title: &'a str,
    state: &'static str,
}

impl<'a> From<&'a Task> for TaskName<'a> {
    fn from(task: &'a Task) -> Self {
        Self {
            number: task.number.0,
            key: task.key.as_str(),
            title: &task.brief.title,
            state: word(task.standing()),
        }
    }
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
