//! The answer of `planwright next`.

use model::{Now, OpVersion, TaskNumber, Timestamp};
use serde::Serialize;

use super::json::pretty;
use super::now::{self, HeldShape, ways_text};
use super::page::Page;
use super::sheet;
use super::signal::SignalShape;
use super::task::{TaskShape, TaskView};
use super::time::{date, left};
use super::visible::visible_lines;
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct NextView<'a> {
    pub address: Address<'a>,
    pub now: &'a Now<'a>,
    /// What the task that `now` names still waits for.
    pub blocked_by: &'a [TaskNumber],
    /// The asker holds the task: it was taken just now, or before.
    pub claimed: bool,
    pub version: OpVersion,
    pub at: Timestamp,
}

#[derive(Serialize)]
struct NextShape<'a> {
    now: &'static str,
    task: Option<TaskShape<'a>>,
    claimed: bool,
    signal: Option<SignalShape<'a>>,
    held: Vec<HeldShape<'a>>,
    message: String,
    version: u64,
}

pub fn next_json(view: &NextView<'_>) -> String {
    pretty(&NextShape {
        now: now::word(view.now),
        task: task_view(view).map(|task| TaskShape::new(task, view.at)),
        claimed: view.claimed,
        signal: match view.now {
            Now::Wait(signal) => Some(SignalShape::from(*signal)),
            _ => None,
        },
        held: match view.now {
            Now::Held(held) => held.iter().map(HeldShape::from).collect(),
            _ => Vec::new(),
        },
        message: lease(view).unwrap_or_else(|| now::message(view.now)),
        version: view.version.0,
    })
}

pub fn next_text(view: &NextView<'_>) -> String {
    let mut page = Page::default();
    if let Some(task) = task_view(view) {
        page.line(sheet::heading(task, view.at));
    }
    let message = lease(view).unwrap_or_else(|| now::short_message(view.now));
    for line in visible_lines(&message) {
        page.line(line);
    }
    if let Some(task) = task_view(view) {
        sheet::sections(&mut page, &task.task.brief);
    }
    page.section("What to do", ways_text(view.now, view.claimed, &view.address));
    page.finish()
}

fn task_view<'a>(view: &NextView<'a>) -> Option<TaskView<'a>> {
    now::task(view.now).map(|task| TaskView {
        task,
        blocked_by: view.blocked_by,
    })
}

/// How long the asker has the task, and what proves it.
fn lease(view: &NextView<'_>) -> Option<String> {
    let task = now::task(view.now).filter(|_| view.claimed)?;
    let claim = task.claim()?;
    let ends = claim.ends(view.at);
    let (until, left) = (date(ends), left(ends, view.at));
    Some(format!(
        "Task {} is yours until {until} ({left}), fence {}.",
        task.number, claim.fence
    ))
}

#[cfg(test)]
#[path = "next_tests.rs"]
mod tests;
