//! Signals on the wire: raised ones, and those that are derived from the plan.

use std::borrow::Cow;

use model::{Held, Level, Now, RelPath, Signal, Stuck, Task, TaskState};
use serde::Serialize;

use super::cut::Cut;
use super::time::rfc3339;

#[derive(Serialize)]
pub(super) struct SignalShape<'a> {
    pub id: &'a str,
    pub task_id: Option<u32>,
    level: &'static str,
    pub message: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holders: Vec<HolderShape<'a>>,
}

#[derive(Serialize)]
struct HolderShape<'a> {
    task_id: u32,
    agent: &'a str,
    until: String,
}

impl<'a> SignalShape<'a> {
    pub fn raised(signal: &'a Signal, cut: &Cut) -> Self {
        Self {
            id: signal.id.as_str(),
            task_id: signal.task.map(|number| number.0),
            level: signal.level.word(),
            message: cut.text(&signal.message),
            link: signal.link.as_deref().map(|link| cut.text(link)),
            holders: Vec::new(),
        }
    }

    /// What the asker is waiting for, if anything.
    pub fn awaited(now: &Now<'a>, cut: &Cut) -> Option<Self> {
        match now {
            Now::Wait(signal) => Some(Self::raised(signal, cut)),
            Now::Replan(task) => Some(Self::failed(task, cut)),
            Now::Review(task, plan) => Some(Self::reviewed(task, plan, cut)),
            Now::Held(held) => Some(Self::claimed(held, cut)),
            Now::Blocked(stuck) => Some(Self::blocked(stuck, cut)),
            Now::Resume(_) | Now::Work(_) | Now::Decompose | Now::Summarize | Now::Rest(_) => None,
        }
    }

    fn derived(id: &'static str, task_id: Option<u32>, message: Cow<'a, str>) -> Self {
        Self {
            id,
            task_id,
            level: Level::Blocker.word(),
            message,
            link: None,
            holders: Vec::new(),
        }
    }

    fn failed(task: &'a Task, cut: &Cut) -> Self {
        let error = match &task.state {
            TaskState::Failed(failure) => failure.error.as_str(),
            TaskState::Todo | TaskState::Doing(_) | TaskState::Done(_) | TaskState::Dropped(_) => "",
        };
        let message = format!("Task {} '{}' failed: {error}", task.number, task.brief.title);
        Self::derived("task_failed", Some(task.number.0), cut.text(message))
    }

    fn reviewed(task: &'a Task, plan: &RelPath, cut: &Cut) -> Self {
        let message = format!(
            "A plan for task {} '{}' waits for approval. The user looks at it with `teddy execute {plan}`.",
            task.number, task.brief.title
        );
        Self::derived("review_waiting", Some(task.number.0), cut.text(message))
    }

    fn claimed(held: &'a [Held], cut: &Cut) -> Self {
        let names: Vec<_> = held
            .iter()
            .map(|held| {
                format!(
                    "task {} by {} until {}",
                    held.number,
                    held.claim.agent,
                    rfc3339(held.claim.until)
                )
            })
            .collect();
        let message = format!("Everything that is ready is held: {}.", names.join(", "));
        let holder = |held: &'a Held| HolderShape {
            task_id: held.number.0,
            agent: held.claim.agent.as_str(),
            until: rfc3339(held.claim.until),
        };
        Self {
            holders: cut.list(held).iter().map(holder).collect(),
            ..Self::derived("all_tasks_claimed", None, cut.text(message))
        }
    }

    fn blocked(stuck: &'a Stuck, cut: &Cut) -> Self {
        let Stuck { task, on } = stuck;
        let number = task.number;
        let others: Vec<_> = task
            .after
            .iter()
            .filter(|after| **after != on.number)
            .map(ToString::to_string)
            .collect();
        let message = format!(
            "Task {number} '{}' depends on task {} '{}', which was cancelled. Either cancel task {number} too, \
             {{\"update_tasks\":[{{\"id\":{number},\"status\":\"CANCELLED\"}}]}}, or waive the dependency, \
             {{\"update_tasks\":[{{\"id\":{number},\"dependencies\":[{}]}}]}}.",
            task.brief.title,
            on.number,
            on.brief.title,
            others.join(",")
        );
        Self::derived("blocked_dependency", Some(number.0), cut.text(message))
    }
}
