//! Events, as the log keeps them for good.

use model::{
    AgentName, Consultation, Cost, Event, OpVersion, Purpose, Role, Session, SessionId, SignalId, Summary, TaskNumber,
    Thread, ThreadId, Timestamp,
};
use serde::{Deserialize, Serialize};

use super::plan::PlanRow;
use super::signal::SignalRow;
use super::task::{BriefRow, StateRow, TaskRow, numbers, read_uid};
use crate::error::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
enum EventRow {
    Consulted {
        purpose: String,
        planner: String,
        outcome: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input_tokens: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        output_tokens: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost_micros: Option<u64>,
    },
    SessionOpened {
        id: String,
        uid: String,
        goal: Option<String>,
        at: i64,
        by: String,
    },
    SummarySet {
        old: Option<SummaryRow>,
        new: Option<SummaryRow>,
    },
    ThreadOpened(ThreadRow),
    ThreadClosed(ThreadRow),
    TopicSet {
        thread: u32,
        old: Option<String>,
        new: Option<String>,
    },
    FolderSet {
        thread: u32,
        old: Option<String>,
        new: Option<String>,
    },
    PlanAdopted {
        thread: u32,
        old: Option<PlanRow>,
        new: Option<PlanRow>,
    },
    TaskAdded {
        thread: u32,
        task: TaskRow,
    },
    TaskRemoved {
        thread: u32,
        task: TaskRow,
    },
    TaskEdited {
        thread: u32,
        number: u32,
        old: BriefRow,
        new: BriefRow,
    },
    TaskReordered {
        thread: u32,
        number: u32,
        old: u32,
        new: u32,
    },
    DependenciesSet {
        thread: u32,
        number: u32,
        old: Vec<u32>,
        new: Vec<u32>,
    },
    TaskMoved {
        thread: u32,
        number: u32,
        old: StateRow,
        new: StateRow,
    },
    SignalSet {
        thread: u32,
        id: String,
        old: Option<SignalRow>,
        new: Option<SignalRow>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SummaryRow {
    text: String,
    by: String,
    at: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThreadRow {
    number: u32,
    uid: String,
    primary: bool,
    topic: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
}

pub(crate) fn write_event(event: &Event) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&event_row(event))?)
}

pub(crate) fn read_event(text: &str) -> Result<Event, StoreError> {
    event(serde_json::from_str(text)?)
}

#[expect(clippy::too_many_lines, reason = "one arm per kind of event, nothing else")]
fn event_row(event: &Event) -> EventRow {
    match event {
        Event::Consulted(asked) => EventRow::Consulted {
            purpose: asked.purpose.to_string(),
            planner: asked.planner.clone(),
            outcome: asked.outcome.clone(),
            input_tokens: asked.input_tokens,
            output_tokens: asked.output_tokens,
            cost_micros: asked.cost.map(Cost::micros),
        },
        Event::SessionOpened(session) => EventRow::SessionOpened {
            id: session.id.to_string(),
            uid: session.uid.to_string(),
            goal: session.goal.clone(),
            at: session.opened_at.as_millis(),
            by: session.opened_by.to_string(),
        },
        Event::SummarySet { old, new } => EventRow::SummarySet {
            old: old.as_ref().map(summary_row),
            new: new.as_ref().map(summary_row),
        },
        Event::ThreadOpened(thread) => EventRow::ThreadOpened(thread_row(thread)),
        Event::ThreadClosed(thread) => EventRow::ThreadClosed(thread_row(thread)),
        Event::TopicSet { thread, old, new } => EventRow::TopicSet {
            thread: thread.0,
            old: old.clone(),
            new: new.clone(),
        },
        Event::FolderSet { thread, old, new } => EventRow::FolderSet {
            thread: thread.0,
            old: old.clone(),
            new: new.clone(),
        },
        Event::PlanAdopted { thread, old, new } => EventRow::PlanAdopted {
            thread: thread.0,
            old: old.as_ref().map(PlanRow::write),
            new: new.as_ref().map(PlanRow::write),
        },
        Event::SignalSet { thread, id, old, new } => EventRow::SignalSet {
            thread: thread.0,
            id: id.to_string(),
            old: old.as_ref().map(SignalRow::write),
            new: new.as_ref().map(SignalRow::write),
        },
        Event::TaskRemoved { thread, task } => EventRow::TaskRemoved {
            thread: thread.0,
            task: TaskRow::write(task),
        },
        Event::TaskEdited {
            thread,
            number,
            old,
            new,
        } => EventRow::TaskEdited {
            thread: thread.0,
            number: number.0,
            old: BriefRow::write(old),
            new: BriefRow::write(new),
        },
        Event::TaskReordered {
            thread,
            number,
            old,
            new,
        } => EventRow::TaskReordered {
            thread: thread.0,
            number: number.0,
            old: *old,
            new: *new,
        },
        Event::DependenciesSet {
            thread,
            number,
            old,
            new,
        } => EventRow::DependenciesSet {
            thread: thread.0,
            number: number.0,
            old: numbers(old),
            new: numbers(new),
        },
        Event::TaskMoved {
            thread,
            number,
            old,
            new,
        } => EventRow::TaskMoved {
            thread: thread.0,
            number: number.0,
            old: StateRow::write(old),
            new: StateRow::write(new),
        },
        Event::TaskAdded { thread, task } => EventRow::TaskAdded {
            thread: thread.0,
            task: TaskRow::write(task),
        },
    }
}

#[expect(clippy::too_many_lines, reason = "one arm per kind of event, nothing else")]
fn event(row: EventRow) -> Result<Event, StoreError> {
    Ok(match row {
        EventRow::Consulted {
            purpose,
            planner,
            outcome,
            input_tokens,
            output_tokens,
            cost_micros,
        } => Event::Consulted(Consultation {
            purpose: Purpose::parse(&purpose)
                .ok_or_else(|| StoreError::corrupt(format!("`{purpose}` is no purpose")))?,
            planner,
            outcome,
            input_tokens,
            output_tokens,
            cost: cost_micros.map(Cost::from_micros),
        }),
        EventRow::SessionOpened { id, uid, goal, at, by } => Event::SessionOpened(Session {
            id: SessionId::new(&id)?,
            uid: read_uid(&uid)?,
            goal,
            opened_at: Timestamp::from_millis(at),
            opened_by: AgentName::new(&by)?,
            version: OpVersion::ZERO,
            next_thread: ThreadId::PRIMARY,
            summary: None,
        }),
        EventRow::SummarySet { old, new } => Event::SummarySet {
            old: old.map(summary).transpose()?,
            new: new.map(summary).transpose()?,
        },
        EventRow::ThreadOpened(row) => Event::ThreadOpened(thread(row)?),
        EventRow::ThreadClosed(row) => Event::ThreadClosed(thread(row)?),
        EventRow::TopicSet { thread, old, new } => Event::TopicSet {
            thread: ThreadId(thread),
            old,
            new,
        },
        EventRow::FolderSet { thread, old, new } => Event::FolderSet {
            thread: ThreadId(thread),
            old,
            new,
        },
        EventRow::PlanAdopted { thread, old, new } => Event::PlanAdopted {
            thread: ThreadId(thread),
            old: old.map(PlanRow::read).transpose()?,
            new: new.map(PlanRow::read).transpose()?,
        },
        EventRow::SignalSet { thread, id, old, new } => Event::SignalSet {
            thread: ThreadId(thread),
            id: SignalId::new(&id)?,
            old: old.map(SignalRow::read).transpose()?,
            new: new.map(SignalRow::read).transpose()?,
        },
        EventRow::TaskAdded { thread, task } => Event::TaskAdded {
            thread: ThreadId(thread),
            task: task.read()?,
        },
        EventRow::TaskRemoved { thread, task } => Event::TaskRemoved {
            thread: ThreadId(thread),
            task: task.read()?,
        },
        EventRow::TaskEdited {
            thread,
            number,
            old,
            new,
        } => Event::TaskEdited {
            thread: ThreadId(thread),
            number: TaskNumber(number),
            old: old.read()?,
            new: new.read()?,
        },
        EventRow::TaskReordered {
            thread,
            number,
            old,
            new,
        } => Event::TaskReordered {
            thread: ThreadId(thread),
            number: TaskNumber(number),
            old,
            new,
        },
        EventRow::DependenciesSet {
            thread,
            number,
            old,
            new,
        } => Event::DependenciesSet {
            thread: ThreadId(thread),
            number: TaskNumber(number),
            old: old.into_iter().map(TaskNumber).collect(),
            new: new.into_iter().map(TaskNumber).collect(),
        },
        EventRow::TaskMoved {
            thread,
            number,
            old,
            new,
        } => Event::TaskMoved {
            thread: ThreadId(thread),
            number: TaskNumber(number),
            old: old.read()?,
            new: new.read()?,
        },
    })
}

fn summary_row(summary: &Summary) -> SummaryRow {
    SummaryRow {
        text: summary.text.clone(),
        by: summary.by.to_string(),
        at: summary.at.as_millis(),
    }
}

fn summary(row: SummaryRow) -> Result<Summary, StoreError> {
    Ok(Summary {
        text: row.text,
        by: AgentName::new(&row.by)?,
        at: Timestamp::from_millis(row.at),
    })
}

fn thread_row(thread: &Thread) -> ThreadRow {
    ThreadRow {
        number: thread.id.0,
        uid: thread.uid.to_string(),
        primary: thread.role == Role::Primary,
        topic: thread.topic.clone(),
        folder: thread.folder.clone(),
    }
}

fn thread(row: ThreadRow) -> Result<Thread, StoreError> {
    Ok(Thread {
        id: ThreadId(row.number),
        uid: read_uid(&row.uid)?,
        role: if row.primary { Role::Primary } else { Role::Additional },
        topic: row.topic,
        folder: row.folder,
    })
}
