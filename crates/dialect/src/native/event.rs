//! The JSON shape of an event.

use model::{AgentName, Brief, Consultation, Cost, Event, Kind, Plan, Role, Session, Summary, Task};
use serde::Serialize;

use super::brief::BriefShape;
use super::numbers::plain;
use super::signal::SignalShape;
use super::state::StateShape;
use super::time::rfc3339;

#[derive(Serialize)]
pub(super) struct EventShape<'a> {
    kind: &'static str,
    /// What it changed, such as `thread_1/task/3`.
    subject: String,
    #[serde(flatten)]
    detail: Detail<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Detail<'a> {
    Session { session: SessionShape<'a> },
    Summary(Change<Option<SummaryShape<'a>>>),
    Thread { role: &'static str, topic: Option<&'a str> },
    Topic(Change<Option<&'a str>>),
    Plan(Change<Option<PlanBody<'a>>>),
    Task { task: AddedTask<'a> },
    Edit(TaskChange<Written<'a>>),
    Order(TaskChange<u32>),
    After(TaskChange<Vec<u32>>),
    Move(TaskChange<StateShape<'a>>),
    Signal(Change<Option<SignalShape<'a>>>),
    Counsel(CounselShape<'a>),
}

#[derive(Serialize)]
struct CounselShape<'a> {
    purpose: &'static str,
    planner: &'a str,
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_micros: Option<u64>,
}

impl<'a> From<&'a Consultation> for CounselShape<'a> {
    fn from(asked: &'a Consultation) -> Self {
        Self {
            purpose: asked.purpose.as_str(),
            planner: &asked.planner,
            outcome: &asked.outcome,
            input_tokens: asked.input_tokens,
            output_tokens: asked.output_tokens,
            cost_micros: asked.cost.map(Cost::micros),
        }
    }
}

#[derive(Serialize)]
struct Change<T> {
    old: T,
    new: T,
}

#[derive(Serialize)]
struct TaskChange<T> {
    task: u32,
    old: T,
    new: T,
}

#[derive(Serialize)]
struct SessionShape<'a> {
    id: &'a str,
    uid: String,
    goal: Option<&'a str>,
    opened_by: &'a str,
    opened_at: String,
}

#[derive(Serialize)]
pub(super) struct SummaryShape<'a> {
    text: &'a str,
    by: &'a str,
    at: String,
}

#[derive(Serialize)]
struct PlanBody<'a> {
    uid: String,
    version: u32,
    supersedes: Option<String>,
    title: &'a str,
    body: &'a str,
    author: &'a str,
    complexity: Option<u8>,
    tags: &'a [String],
    constraints: &'a [String],
    memories: &'a [String],
}

/// A task as it was when it came or went; what it waits for now is not the log's business.
#[derive(Serialize)]
struct AddedTask<'a> {
    number: u32,
    key: &'a str,
    uid: String,
    after: Vec<u32>,
    #[serde(flatten)]
    state: StateShape<'a>,
    #[serde(flatten)]
    written: Written<'a>,
}

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    kind: Option<&'static str>,
    agent: Option<&'a str>,
    #[serde(flatten)]
    brief: BriefShape<'a>,
}

impl<'a> From<&'a Event> for EventShape<'a> {
    fn from(event: &'a Event) -> Self {
        Self {
            kind: kind(event),
            subject: event.subject().to_string(),
            detail: detail(event),
        }
    }
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

fn detail(event: &Event) -> Detail<'_> {
    match event {
        Event::Consulted(asked) => Detail::Counsel(asked.into()),
        Event::SessionOpened(session) => Detail::Session {
            session: session.into(),
        },
        Event::SummarySet { old, new } => {
            Detail::Summary(change(old, new, |summary| summary.as_ref().map(SummaryShape::from)))
        }
        Event::ThreadOpened(thread) | Event::ThreadClosed(thread) => Detail::Thread {
            role: match thread.role {
                Role::Primary => "primary",
                Role::Additional => "additional",
            },
            topic: thread.topic.as_deref(),
        },
        Event::TopicSet { old, new, .. } | Event::FolderSet { old, new, .. } => {
            Detail::Topic(change(old, new, Option::as_deref))
        }
        Event::PlanAdopted { old, new, .. } => Detail::Plan(change(old, new, |plan| plan.as_ref().map(PlanBody::from))),
        Event::TaskAdded { task, .. } | Event::TaskRemoved { task, .. } => Detail::Task { task: task.into() },
        Event::TaskEdited { number, old, new, .. } => Detail::Edit(of_task(number.0, change(old, new, Written::from))),
        Event::TaskReordered { number, old, new, .. } => Detail::Order(of_task(number.0, change(old, new, |o| *o))),
        Event::DependenciesSet { number, old, new, .. } => {
            Detail::After(of_task(number.0, change(old, new, |after| plain(after))))
        }
        Event::TaskMoved { number, old, new, .. } => {
            Detail::Move(of_task(number.0, change(old, new, StateShape::from)))
        }
        Event::SignalSet { old, new, .. } => {
            Detail::Signal(change(old, new, |signal| signal.as_ref().map(SignalShape::from)))
        }
    }
}

fn change<'a, T, S>(old: &'a T, new: &'a T, shape: impl Fn(&'a T) -> S) -> Change<S> {
    Change {
        old: shape(old),
        new: shape(new),
    }
}

fn of_task<T>(task: u32, Change { old, new }: Change<T>) -> TaskChange<T> {
    TaskChange { task, old, new }
}

impl<'a> From<&'a Session> for SessionShape<'a> {
    fn from(session: &'a Session) -> Self {
        Self {
            id: session.id.as_str(),
            uid: session.uid.to_string(),
            goal: session.goal.as_deref(),
            opened_by: session.opened_by.as_str(),
            opened_at: rfc3339(session.opened_at),
        }
    }
}

impl<'a> From<&'a Summary> for SummaryShape<'a> {
    fn from(summary: &'a Summary) -> Self {
        Self {
            text: &summary.text,
            by: summary.by.as_str(),
            at: rfc3339(summary.at),
        }
    }
}

impl<'a> From<&'a Plan> for PlanBody<'a> {
    fn from(plan: &'a Plan) -> Self {
        Self {
            uid: plan.uid.to_string(),
            version: plan.version,
            supersedes: plan.supersedes.map(|uid| uid.to_string()),
            title: &plan.title,
            body: &plan.body,
            author: plan.author.as_str(),
            complexity: plan.metadata.complexity,
            tags: &plan.metadata.tags,
            constraints: &plan.metadata.constraints,
            memories: &plan.metadata.memories,
        }
    }
}

impl<'a> From<&'a Task> for AddedTask<'a> {
    fn from(task: &'a Task) -> Self {
        Self {
            number: task.number.0,
            key: task.key.as_str(),
            uid: task.uid.to_string(),
            after: plain(&task.after),
            state: StateShape::from(&task.state),
            written: Written::from(&task.brief),
        }
    }
}

impl<'a> From<&'a Brief> for Written<'a> {
    fn from(brief: &'a Brief) -> Self {
        Self {
            title: &brief.title,
            kind: brief.kind.map(Kind::word),
            agent: brief.agent.as_ref().map(AgentName::as_str),
            brief: BriefShape::from(brief),
        }
    }
}
