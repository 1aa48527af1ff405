//! The answer of `planwright show`: one task in full, with its history.

use dialect::text::json::pretty;
use engine::Shown;
use model::{Event, Operation, Subject, ThreadId, Timestamp};
use serde_json::json;

use super::log::{events_value, operation_lines};
use super::sheet;
use super::task::{TaskView, task_value};
use super::titles::Titles;
use crate::address::Address;
use crate::show::page::Page;

pub fn show_json(shown: &Shown, thread: ThreadId, at: Timestamp) -> String {
    let history = own_history(shown, thread);
    let operations = history
        .iter()
        .map(|(operation, events)| events_value(operation, events.iter().copied()));
    pretty(&json!({
        "task": task_value(view(shown), at),
        "history": operations.collect::<Vec<_>>(),
    }))
}

pub fn show_text(shown: &Shown, thread: ThreadId, address: &Address<'_>, at: Timestamp) -> String {
    let mut page = Page::default();
    page.line(sheet::heading(view(shown), at));
    sheet::facts(&mut page, view(shown), at);
    sheet::sections(&mut page, &shown.task.brief);
    sheet::ending(&mut page, &shown.task.state);
    let titles = Titles::default();
    let history = own_history(shown, thread);
    let lines = history
        .iter()
        .flat_map(|(operation, events)| operation_lines(operation, events, &titles, address, at));
    page.section("History", lines);
    page.finish()
}

fn view(shown: &Shown) -> TaskView<'_> {
    TaskView {
        task: &shown.task,
        blocked_by: &shown.blocked_by,
    }
}

/// The newest operation first, each with those of its events that are about this task.
fn own_history(shown: &Shown, thread: ThreadId) -> Vec<(&Operation, Vec<&Event>)> {
    let subject = Subject::Task(thread, shown.task.number);
    let own = |operation: &'_ Operation| operation.events.iter().any(|event| event.subject() == subject);
    let mut history: Vec<_> = shown
        .history
        .iter()
        .filter(|operation| own(operation))
        .map(|operation| {
            let events = operation.events.iter().filter(|event| event.subject() == subject);
            (operation, events.collect())
        })
        .collect();
    history.sort_by_key(|(operation, _)| std::cmp::Reverse(operation.version));
    history
}
