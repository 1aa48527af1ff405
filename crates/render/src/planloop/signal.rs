//! Signals: raised ones, and those that are derived from the plan. The answer of `planloop alert`.

use std::borrow::Cow;

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use engine::Signaled;
use model::{Held, Level, Now, RelPath, Signal, Stuck, Task, TaskNumber, TaskState};
use serde_json::{Value, json};

use super::cut::Cut;
use super::{STATUS_COMMAND, sparse, unless_empty};
use crate::address::Address;

pub fn alert_json(address: &Address<'_>, signaled: &Signaled) -> String {
    let signal = &signaled.signal;
    let (outcome, state) = match (signal.is_open(), signaled.changed) {
        (true, true) => ("opened", "is open"),
        (false, true) => ("closed", "is closed"),
        (true, false) => ("unchanged", "was open already"),
        (false, false) => ("unchanged", "was closed already"),
    };
    pretty(&json!({
        "status": "success",
        "message": format!("Signal '{}' {state}.", signal.id),
        "outcome": outcome,
        "signal": ShownSignal::raised(signal).value(&Cut::none()),
        "version": signaled.version.0,
        "next_command": address.on(STATUS_COMMAND),
    }))
}

pub(super) struct ShownSignal<'a> {
    pub id: &'a str,
    pub task: Option<TaskNumber>,
    level: Level,
    pub message: Cow<'a, str>,
    link: Option<&'a str>,
    held: &'a [Held],
}

impl<'a> ShownSignal<'a> {
    pub fn raised(signal: &'a Signal) -> Self {
        Self {
            id: signal.id.as_str(),
            task: signal.task,
            level: signal.level,
            message: signal.message.as_str().into(),
            link: signal.link.as_deref(),
            held: &[],
        }
    }

    /// The blocker that the agent waits for, if any.
    pub fn awaited(now: &Now<'a>) -> Option<Self> {
        let (id, task, message) = match now {
            Now::Wait(signal) => return Some(Self::raised(signal)),
            Now::Replan(task) => ("task_failed", Some(task.number), failed(task)),
            Now::Review(task, plan) => ("review_waiting", Some(task.number), unreviewed(task, plan)),
            Now::Held(held) => ("all_tasks_claimed", None, claimed(held)),
            Now::Blocked(stuck) => ("blocked_dependency", Some(stuck.task.number), blocked(stuck)),
            Now::Resume(_) | Now::Work(_) | Now::Decompose | Now::Summarize | Now::Rest(_) => return None,
        };
        Some(Self {
            id,
            task,
            level: Level::Blocker,
            message: message.into(),
            link: None,
            held: if let Now::Held(held) = now { held } else { &[] },
        })
    }

    pub fn value(&self, cut: &Cut) -> Value {
        let holder = |held: &Held| {
            let (agent, until) = (held.claim.agent.as_str(), rfc3339(held.claim.until));
            json!({"task_id": held.number.0, "agent": agent, "until": until})
        };
        let value = json!({
            "id": self.id,
            "task_id": self.task.map(|task| task.0),
            "level": self.level.word(),
            "message": cut.text(&*self.message),
            "link": self.link.map(|link| cut.text(link)),
            "holders": unless_empty(cut.list(self.held).iter().map(holder).collect()),
        });
        sparse(value, &["task_id"])
    }
}

fn failed(task: &Task) -> String {
    let error = match &task.state {
        TaskState::Failed(failure) => failure.error.as_str(),
        TaskState::Todo | TaskState::Doing(_) | TaskState::Done(_) | TaskState::Dropped(_) => "",
    };
    format!("Task {} '{}' failed: {error}", task.number, task.brief.title)
}

fn unreviewed(task: &Task, plan: &RelPath) -> String {
    format!(
        "A plan for task {} '{}' waits for approval. The user looks at it with `teddy execute {plan}`.",
        task.number, task.brief.title
    )
}

fn claimed(held: &[Held]) -> String {
    let line = |Held { number, claim, .. }: &Held| {
        let (agent, until) = (&claim.agent, rfc3339(claim.until));
        format!("task {number} by {agent} until {until}")
    };
    let held: Vec<_> = held.iter().map(line).collect();
    format!("Everything that is ready is held: {}.", held.join(", "))
}

fn blocked(Stuck { task, on }: &Stuck) -> String {
    let number = task.number;
    let others = task.after.iter().filter(|after| **after != on.number);
    let others: Vec<_> = others.map(ToString::to_string).collect();
    format!(
        "Task {number} '{}' depends on task {} '{}', which was cancelled. Either cancel task {number} too, \
         {{\"update_tasks\":[{{\"id\":{number},\"status\":\"CANCELLED\"}}]}}, or waive the dependency, \
         {{\"update_tasks\":[{{\"id\":{number},\"dependencies\":[{}]}}]}}.",
        task.brief.title,
        on.number,
        on.brief.title,
        others.join(",")
    )
}
