//! The answer of `add`, `done`, `fail` and `drop`: what changed, and what comes next.

use model::{Now, OpVersion, Operation, Timestamp};
use serde::Serialize;

use super::event::EventShape;
use super::json::pretty;
use super::log::sentences;
use super::now::{NowShape, message, ways_text};
use super::page::Page;
use super::style::{GOOD, paint};
use super::task::{TaskShape, TaskView};
use super::titles::Titles;
use super::visible::visible;
use super::width::clip;
use crate::address::Address;

/// What is left of a message that `next` shows in full.
const MESSAGE_COLUMNS: usize = 160;

#[derive(Debug, Clone, Copy)]
pub struct ChangedView<'a> {
    /// `None` where everything was like this already.
    pub operation: Option<&'a Operation>,
    /// The tasks that were named or made, as they are now.
    pub tasks: &'a [TaskView<'a>],
    pub address: Address<'a>,
    pub now: &'a Now<'a>,
    pub version: OpVersion,
    pub at: Timestamp,
}

#[derive(Serialize)]
struct ChangedShape<'a> {
    version: u64,
    tasks: Vec<TaskShape<'a>>,
    changed: Vec<EventShape<'a>>,
    next: NowShape<'a>,
}

pub fn changed_json(view: &ChangedView<'_>) -> String {
    pretty(&ChangedShape {
        version: view.version.0,
        tasks: view.tasks.iter().map(|task| TaskShape::new(*task, view.at)).collect(),
        changed: view
            .operation
            .iter()
            .flat_map(|operation| &operation.events)
            .map(EventShape::from)
            .collect(),
        next: NowShape::new(view.now),
    })
}

pub fn changed_text(view: &ChangedView<'_>, titles: &Titles<'_>) -> String {
    let mut page = Page::default();
    match view.operation {
        Some(operation) => {
            let titles = titles.with(std::slice::from_ref(operation));
            for sentence in sentences(operation.events.iter(), &titles, &view.address) {
                page.line(format!("{} {sentence}", paint(GOOD, "✓")));
            }
        }
        None => page.line("Nothing changed: it was like this already."),
    }
    page.gap();
    page.line(clip(&visible(&message(view.now)), MESSAGE_COLUMNS));
    for way in ways_text(view.now, false, &view.address) {
        page.indented(way);
    }
    page.finish()
}

#[cfg(test)]
#[path = "changed_tests.rs"]
mod tests;
