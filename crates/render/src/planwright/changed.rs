//! The answer of `add`, `done`, `fail` and `drop`: what changed, and what comes next.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::Changed;
use model::{ThreadId, Timestamp, now};
use serde_json::json;

use super::event::event_value;
use super::log::sentences;
use super::now::{message, now_value, ways_text};
use super::task::{task_views, tasks_value};
use super::titles::Titles;
use crate::address::Address;
use crate::show::page::Page;
use crate::show::style::{GOOD, paint};
use crate::show::width::clip;

/// The width of a message that `next` shows in full.
const MESSAGE_COLUMNS: usize = 160;

pub fn changed_json(changed: &Changed, at: Timestamp) -> String {
    let events = changed.operation.iter().flat_map(|operation| &operation.events);
    pretty(&json!({
        "version": changed.version.0,
        "tasks": tasks_value(&task_views(&changed.tasks, &changed.unmet), at),
        "changed": events.map(event_value).collect::<Vec<_>>(),
        "next": now_value(&now(&changed.outlook)),
    }))
}

pub fn changed_text(changed: &Changed, thread: ThreadId, address: &Address<'_>) -> String {
    let mut page = Page::default();
    match &changed.operation {
        Some(operation) => {
            let titles = Titles::of(thread, &changed.tasks);
            let titles = titles.with(std::slice::from_ref(operation));
            for sentence in sentences(operation.events.iter(), &titles, address) {
                page.line(format!("{} {sentence}", paint(GOOD, "✓")));
            }
        }
        None => page.line("Nothing changed: it was like this already."),
    }
    page.gap();
    let now = now(&changed.outlook);
    page.line(clip(&visible(&message(&now)), MESSAGE_COLUMNS));
    for way in ways_text(&now, false, address) {
        page.indented(way);
    }
    page.finish()
}
