//! An event of the log as JSON.

use dialect::text::time::rfc3339;
use model::{AgentName, Brief, Cost, Event, Kind, Plan, Role, Session, Summary, Task};
use serde_json::{Value, json};

use super::merged;
use super::signal::signal_value;
use super::state::state_value;
use super::task::brief_value;
use crate::show::numbers::plain;

pub(super) fn event_value(event: &Event) -> Value {
    // What it changed, such as `thread_1/task/3`.
    let head = json!({"kind": kind(event), "subject": event.subject().to_string()});
    merged(head, detail(event))
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::SessionOpened(_) => "session_opened",
        Event::SummarySet { .. } => "summary_set",
        Event::ThreadOpened(_) => "thread_opened",
        Event::ThreadClosed(_) => "thread_closed",
        Event::TopicSet { .. } => "topic_set",
        Event::FolderSet { .. } => "folder_set",
        Event::PlanAdopted { .. } => "plan_adopted",
        Event::TaskAdded { .. } => "task_added",
        Event::TaskRemoved { .. } => "task_removed",
        Event::TaskEdited { .. } => "task_edited",
        Event::TaskReordered { .. } => "task_reordered",
        Event::DependenciesSet { .. } => "dependencies_set",
        Event::TaskMoved { .. } => "task_moved",
        Event::SignalSet { .. } => "signal_set",
        Event::Consulted(_) => "consulted",
    }
}

fn detail(event: &Event) -> Value {
    match event {
        Event::SessionOpened(session) => json!({"session": session_value(session)}),
        Event::SummarySet { old, new } => {
            json!({"old": old.as_ref().map(summary_value), "new": new.as_ref().map(summary_value)})
        }
        Event::ThreadOpened(thread) | Event::ThreadClosed(thread) => {
            let role = match thread.role {
                Role::Primary => "primary",
                Role::Additional => "additional",
            };
            json!({"role": role, "topic": thread.topic})
        }
        Event::TopicSet { old, new, .. } | Event::FolderSet { old, new, .. } => json!({"old": old, "new": new}),
        Event::PlanAdopted { old, new, .. } => {
            json!({"old": old.as_ref().map(plan_value), "new": new.as_ref().map(plan_value)})
        }
        Event::TaskAdded { task, .. } | Event::TaskRemoved { task, .. } => json!({"task": task_value(task)}),
        Event::TaskEdited { number, old, new, .. } => {
            json!({"task": number.0, "old": written_value(old), "new": written_value(new)})
        }
        Event::TaskReordered { number, old, new, .. } => json!({"task": number.0, "old": old, "new": new}),
        Event::DependenciesSet { number, old, new, .. } => {
            json!({"task": number.0, "old": plain(old), "new": plain(new)})
        }
        Event::TaskMoved { number, old, new, .. } => {
            json!({"task": number.0, "old": state_value(old), "new": state_value(new)})
        }
        Event::SignalSet { old, new, .. } => {
            json!({"old": old.as_ref().map(signal_value), "new": new.as_ref().map(signal_value)})
        }
        Event::Consulted(asked) => {
            let mut value = json!({
                "purpose": asked.purpose.word(),
                "planner": asked.planner,
                "outcome": asked.outcome,
            });
            let costs = [
                ("input_tokens", asked.input_tokens),
                ("output_tokens", asked.output_tokens),
                ("cost_micros", asked.cost.map(Cost::micros)),
            ];
            for (name, count) in costs {
                if let Some(count) = count {
                    value[name] = count.into();
                }
            }
            value
        }
    }
}

fn session_value(session: &Session) -> Value {
    json!({
        "id": session.id.as_str(),
        "uid": session.uid.to_string(),
        "goal": session.goal,
        "opened_by": session.opened_by.as_str(),
        "opened_at": rfc3339(session.opened_at),
    })
}

pub(super) fn summary_value(summary: &Summary) -> Value {
    json!({"text": summary.text, "by": summary.by.as_str(), "at": rfc3339(summary.at)})
}

fn plan_value(plan: &Plan) -> Value {
    json!({
        "uid": plan.uid.to_string(),
        "version": plan.version,
        "supersedes": plan.supersedes.map(|uid| uid.to_string()),
        "title": plan.title,
        "body": plan.body,
        "author": plan.author.as_str(),
        "complexity": plan.metadata.complexity,
        "tags": plan.metadata.tags,
        "constraints": plan.metadata.constraints,
        "memories": plan.metadata.memories,
    })
}

/// A task as it was when it was added or removed; its unmet dependencies are not part of the log.
fn task_value(task: &Task) -> Value {
    let head = json!({
        "number": task.number.0,
        "key": task.key.as_str(),
        "uid": task.uid.to_string(),
        "after": plain(&task.after),
    });
    merged(merged(head, state_value(&task.state)), written_value(&task.brief))
}

fn written_value(brief: &Brief) -> Value {
    let head = json!({
        "title": brief.title,
        "kind": brief.kind.map(Kind::word),
        "agent": brief.agent.as_ref().map(AgentName::as_str),
    });
    merged(head, brief_value(brief))
}
