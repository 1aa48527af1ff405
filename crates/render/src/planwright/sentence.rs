//! One sentence for each event, safe to print.

use dialect::text::visible::visible;
use model::{Brief, Event, Signal, TaskNumber, TaskState, ThreadId};

use super::state::{how_word, word};
use super::titles::Titles;
use crate::show::numbers;
use crate::show::width::clip;

pub fn sentence(event: &Event, titles: &Titles<'_>) -> String {
    let task = |thread: &ThreadId, number: &TaskNumber| name(*thread, *number, titles.get(*thread, *number));
    match event {
        Event::SessionOpened(session) => match &session.goal {
            Some(goal) => format!("session {} opened: {}", session.id, quoted(goal)),
            None => format!("session {} opened", session.id),
        },
        Event::Consulted(asked) => format!(
            "asked {} to {}: {}",
            visible(&asked.planner),
            asked.purpose,
            quoted(&asked.outcome)
        ),
        Event::SummarySet { new: Some(new), .. } => format!("session closed: {}", quoted(&new.text)),
        Event::SummarySet { new: None, .. } => "session opened again".to_owned(),
        Event::ThreadOpened(thread) => format!("{} opened", thread.id),
        Event::ThreadClosed(thread) => format!("{} closed", thread.id),
        Event::FolderSet { thread, new, .. } => match new {
            Some(folder) => format!("plan folder of {thread} is now {}", quoted(folder)),
            None => format!("plan folder of {thread} taken back"),
        },
        Event::TopicSet { thread, new, .. } => match new {
            Some(topic) => format!("topic of {thread} is now {}", quoted(topic)),
            None => format!("topic of {thread} removed"),
        },
        Event::PlanAdopted { thread, new, .. } => match new {
            Some(plan) => format!("plan v{} of {thread} adopted: {}", plan.version, quoted(&plan.title)),
            None => format!("plan of {thread} removed"),
        },
        Event::TaskAdded { thread, task } => {
            let name = name(*thread, task.number, Some(&task.brief.title));
            format!("added {name}{}", after(&task.after))
        }
        Event::TaskRemoved { thread, task } => {
            format!("removed {}", name(*thread, task.number, Some(&task.brief.title)))
        }
        Event::TaskEdited {
            thread,
            number,
            old,
            new,
        } => format!(
            "edited {}: {}",
            task(thread, number),
            changed_fields(old, new).join(", ")
        ),
        Event::TaskReordered {
            thread,
            number,
            old,
            new,
        } => format!("{} moved from place {old} to {new}", task(thread, number)),
        Event::DependenciesSet {
            thread, number, new, ..
        } if new.is_empty() => format!("{} waits for nothing any more", task(thread, number)),
        Event::DependenciesSet {
            thread, number, new, ..
        } => format!("{} now waits for {}", task(thread, number), numbers::list(new)),
        Event::TaskMoved {
            thread,
            number,
            old,
            new,
        } => format!("{} {}", task(thread, number), movement(old, new)),
        Event::SignalSet { id, old, new, .. } => {
            format!("signal {id} {}", signaled(old.as_ref(), new.as_ref()))
        }
    }
}

fn name(thread: ThreadId, number: TaskNumber, title: Option<&str>) -> String {
    let place = match thread {
        ThreadId::PRIMARY => String::new(),
        thread => format!(" of {thread}"),
    };
    match title {
        Some(title) => format!("task {number}{place} {}", quoted(title)),
        None => format!("task {number}{place}"),
    }
}

/// The text in quotation marks, clipped so that a sentence stays one.
fn quoted(text: &str) -> String {
    const ROOM: usize = 80;
    format!("“{}”", clip(&visible(text.trim_end()), ROOM))
}

fn after(numbers: &[TaskNumber]) -> String {
    match numbers {
        [] => String::new(),
        numbers => format!(" after {}", numbers::list(numbers)),
    }
}

fn movement(old: &TaskState, new: &TaskState) -> String {
    match (old, new) {
        (TaskState::Doing(before), TaskState::Doing(now)) if before.agent == now.agent && before.fence == now.fence => {
            format!("is still held by {}", visible(now.agent.as_str()))
        }
        (_, TaskState::Doing(claim)) => format!("→ doing, held by {}", visible(claim.agent.as_str())),
        (_, TaskState::Failed(failure)) => format!("→ failed: {}", quoted(&failure.error)),
        (_, TaskState::Dropped(dropped)) => {
            let why = dropped.reason.as_deref().map(|reason| format!(": {}", quoted(reason)));
            format!("→ dropped ({}){}", how_word(dropped.how), why.unwrap_or_default())
        }
        (_, TaskState::Done(outcome)) => {
            let note = outcome.note.as_deref().map(|note| format!(": {}", quoted(note)));
            format!("→ done{}", note.unwrap_or_default())
        }
        (_, TaskState::Todo) => format!("→ {}", word(new.standing())),
    }
}

fn signaled(old: Option<&Signal>, new: Option<&Signal>) -> String {
    let was_open = old.is_some_and(Signal::is_open);
    match new {
        None => "removed".to_owned(),
        Some(new) if !new.is_open() => "cleared".to_owned(),
        Some(new) => {
            let what = if was_open { "changed" } else { "raised" };
            format!("{what} ({}): {}", new.level.word(), quoted(&new.message))
        }
    }
}

fn changed_fields(old: &Brief, new: &Brief) -> Vec<&'static str> {
    let fields = [
        ("title", old.title != new.title),
        ("body", old.body != new.body),
        ("kind", old.kind != new.kind),
        ("agent", old.agent != new.agent),
        ("checklist", old.checklist != new.checklist),
        ("hints", old.hints != new.hints),
        ("paths", old.paths != new.paths),
        ("acceptance", old.acceptance != new.acceptance),
    ];
    fields
        .into_iter()
        .filter(|(_, changed)| *changed)
        .map(|(field, _)| field)
        .collect()
}

#[cfg(test)]
#[path = "sentence_tests.rs"]
mod tests;
