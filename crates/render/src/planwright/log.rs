//! The answer of `planwright log`: who did what when, the newest first.

use std::cmp::Reverse;

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use dialect::text::visible::visible;
use engine::History;
use model::{Event, Operation, ThreadId, Timestamp};
use serde_json::{Value, json};

use super::event::event_value;
use super::sentence::sentence;
use super::titles::Titles;
use super::verbs;
use crate::address::Address;
use crate::show::page::Page;
use crate::show::style::{BOLD, BUSY, DIM, paint};
use crate::show::time::{ago, date};

/// Sentences that one operation may take in text; its JSON holds them all.
const SENTENCES: usize = 20;

pub fn log_json(history: &History) -> String {
    let operations = newest_first(&history.operations);
    pretty(&json!({"operations": operations.into_iter().map(operation_value).collect::<Vec<_>>()}))
}

pub(super) fn operation_value(operation: &Operation) -> Value {
    events_value(operation, operation.events.iter())
}

/// The operation with some of its events.
pub(super) fn events_value<'a>(operation: &Operation, events: impl Iterator<Item = &'a Event>) -> Value {
    json!({
        "version": operation.version.0,
        "uid": operation.uid.to_string(),
        "at": rfc3339(operation.at),
        "author": operation.author.as_str(),
        "verb": operation.verb.to_string(),
        "events": events.map(event_value).collect::<Vec<_>>(),
    })
}

pub fn log_text(history: &History, thread: ThreadId, address: &Address<'_>, at: Timestamp) -> String {
    let operations = &history.operations;
    let titles = Titles::of(thread, &history.tasks);
    let titles = titles.with(operations);
    let mut page = Page::default();
    if operations.is_empty() {
        page.line("Nothing has happened yet.");
    }
    for operation in newest_first(operations) {
        page.gap();
        let events: Vec<_> = operation.events.iter().collect();
        for line in operation_lines(operation, &events, &titles, address, at) {
            page.line(line);
        }
    }
    page.finish()
}

fn newest_first(operations: &[Operation]) -> Vec<&Operation> {
    let mut operations: Vec<_> = operations.iter().collect();
    operations.sort_by_key(|operation| Reverse(operation.version));
    operations
}

/// A heading, and a sentence for each event below it.
pub(super) fn operation_lines(
    operation: &Operation,
    events: &[&Event],
    titles: &Titles<'_>,
    address: &Address<'_>,
    at: Timestamp,
) -> Vec<String> {
    let mut lines = vec![format!(
        "{} {} by {}, {}",
        paint(BUSY, format!("#{}", operation.version)),
        paint(BOLD, visible(&operation.verb.to_string())),
        visible(operation.author.as_str()),
        ago(operation.at, at) + &paint(DIM, format!(" ({})", date(operation.at))),
    )];
    lines.extend(sentences(events.iter().copied(), titles, address).map(|sentence| format!("  {sentence}")));
    lines
}

/// The first sentences, and how many more there are.
pub(super) fn sentences<'a>(
    events: impl ExactSizeIterator<Item = &'a Event>,
    titles: &Titles<'_>,
    address: &Address<'_>,
) -> impl Iterator<Item = String> {
    let more = events.len().saturating_sub(SENTENCES);
    let note = (more > 0).then(|| {
        let all = verbs::painted(&address.on(format!("{} --json", verbs::LOG)));
        paint(DIM, format!("… and {more} more; ")) + &all + &paint(DIM, " shows all")
    });
    let shown: Vec<_> = events.take(SENTENCES).map(|event| sentence(event, titles)).collect();
    shown.into_iter().chain(note)
}
