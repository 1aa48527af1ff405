//! The answer of `planwright show`: one task in full, with its history.

use model::{Event, Operation, Subject, ThreadId, Timestamp};
use serde::Serialize;

use super::json::pretty;
use super::log::{OperationShape, operation_lines};
use super::page::Page;
use super::sheet;
use super::task::{TaskShape, TaskView};
use super::titles::Titles;
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct ShowView<'a> {
    pub address: Address<'a>,
    pub task: TaskView<'a>,
    pub thread: ThreadId,
    /// The operations that touched the task; what they did to others is left out.
    pub history: &'a [Operation],
    pub at: Timestamp,
}

#[derive(Serialize)]
struct ShowShape<'a> {
    task: TaskShape<'a>,
    history: Vec<OperationShape<'a>>,
}

pub fn show_json(view: &ShowView<'_>) -> String {
    let history = own_history(view);
    pretty(&ShowShape {
        task: TaskShape::new(view.task, view.at),
        history: history
            .iter()
            .map(|(operation, events)| OperationShape::new(operation, events))
            .collect(),
    })
}

pub fn show_text(view: &ShowView<'_>) -> String {
    let mut page = Page::default();
    page.line(sheet::heading(view.task, view.at));
    sheet::facts(&mut page, view.task, view.at);
    sheet::sections(&mut page, &view.task.task.brief);
    sheet::ending(&mut page, &view.task.task.state);
    let titles = Titles::default();
    let history = own_history(view);
    let lines = history
        .iter()
        .flat_map(|(operation, events)| operation_lines(operation, events, &titles, &view.address, view.at));
    page.section("History", lines);
    page.finish()
}

/// The newest operation first, each with those of its events that are about this task.
fn own_history<'a>(view: &ShowView<'a>) -> Vec<(&'a Operation, Vec<&'a Event>)> {
    let subject = Subject::Task(view.thread, view.task.task.number);
    let own = |operation: &'a Operation| {
        let events: Vec<_> = operation
            .events
            .iter()
            .filter(|event| event.subject() == subject)
            .collect();
        (!events.is_empty()).then_some((operation, events))
    };
    let mut history: Vec<_> = view.history.iter().filter_map(own).collect();
    history.sort_by_key(|(operation, _)| std::cmp::Reverse(operation.version));
    history
}

#[cfg(test)]
#[path = "show_tests.rs"]
mod tests;
