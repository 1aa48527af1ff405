//! A task as JSON.

use std::collections::BTreeMap;

use model::{AgentName, Brief, Kind, Task, TaskNumber, TaskState, Timestamp};
use serde_json::{Value, json};

use super::merged;
use super::state::{claim_value, particulars, word};
use crate::show::numbers::plain;

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

/// Each task with what it still waits for.
pub fn task_views<'a>(tasks: &'a [Task], unmet: &'a BTreeMap<TaskNumber, Vec<TaskNumber>>) -> Vec<TaskView<'a>> {
    let view = |task: &'a Task| TaskView {
        task,
        blocked_by: unmet.get(&task.number).map(Vec::as_slice).unwrap_or_default(),
    };
    tasks.iter().map(view).collect()
}

pub(super) fn tasks_value(tasks: &[TaskView<'_>], at: Timestamp) -> Value {
    tasks.iter().map(|view| task_value(*view, at)).collect()
}

pub(super) fn task_value(view: TaskView<'_>, at: Timestamp) -> Value {
    let task = view.task;
    let mut value = json!({
        "number": task.number.0,
        "key": task.key.as_str(),
        "uid": task.uid.to_string(),
        "title": task.brief.title,
        "state": word(task.standing()),
        "ready": view.is_ready(at),
        "blocked_by": plain(view.blocked_by),
        "after": plain(&task.after),
        "kind": task.brief.kind.map(Kind::word),
        // The agent that the author would like to see on it; the one at work is in `claim`.
        "agent": task.brief.agent.as_ref().map(AgentName::as_str),
        "claim": task.claim().map(|claim| claim_value(&claim.seen(at))),
    });
    let ending = particulars(&task.state).filter(|_| !matches!(task.state, TaskState::Doing(_)));
    if let Some((name, ending)) = ending {
        value[name] = ending;
    }
    merged(value, brief_value(&task.brief))
}

/// What the author wrote, but for the title.
pub(super) fn brief_value(brief: &Brief) -> Value {
    json!({
        "body": brief.body,
        "checklist": brief.checklist,
        "hints": brief.hints,
        // A leading `+` marks a path that the task creates.
        "paths": brief.paths.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "acceptance": brief.acceptance,
    })
}

/// A task where only its name matters.
pub(super) fn name_value(task: &Task) -> Value {
    json!({
        "number": task.number.0,
        "key": task.key.as_str(),
        "title": task.brief.title,
        "state": word(task.standing()),
    })
}
