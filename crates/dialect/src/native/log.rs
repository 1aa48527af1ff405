//! The answer of `planwright log`: who did what when, the newest first.

use std::cmp::Reverse;

use model::{Event, Operation, Timestamp};
use serde::Serialize;

use super::event::EventShape;
use super::json::pretty;
use super::page::Page;
use super::sentence::sentence;
use super::style::{BOLD, BUSY, DIM, paint};
use super::time::{ago, date, rfc3339};
use super::titles::Titles;
use super::verbs;
use super::visible::visible;
use crate::address::Address;

/// Sentences that one operation may take in text; its JSON holds them all.
const SENTENCES: usize = 20;

#[derive(Serialize)]
pub(super) struct OperationShape<'a> {
    version: u64,
    uid: String,
    at: String,
    author: &'a str,
    verb: &'a str,
    events: Vec<EventShape<'a>>,
}

#[derive(Serialize)]
struct LogShape<'a> {
    operations: Vec<OperationShape<'a>>,
}

impl<'a> OperationShape<'a> {
    pub fn new(operation: &'a Operation, events: &[&'a Event]) -> Self {
        Self {
            version: operation.version.0,
            uid: operation.uid.to_string(),
            at: rfc3339(operation.at),
            author: operation.author.as_str(),
            verb: &operation.verb,
            events: events.iter().map(|event| EventShape::from(*event)).collect(),
        }
    }

    pub fn whole(operation: &'a Operation) -> Self {
        Self::new(operation, &operation.events.iter().collect::<Vec<_>>())
    }
}

pub fn log_json(operations: &[Operation]) -> String {
    pretty(&LogShape {
        operations: newest_first(operations)
            .into_iter()
            .map(OperationShape::whole)
            .collect(),
    })
}

pub fn log_text(operations: &[Operation], titles: &Titles<'_>, address: &Address<'_>, at: Timestamp) -> String {
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
        paint(BOLD, visible(&operation.verb)),
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
        let all = verbs::painted(&address.on(format!("{} --json", verbs::log())));
        paint(DIM, format!("… and {more} more; ")) + &all + &paint(DIM, " shows all")
    });
    let shown: Vec<_> = events.take(SENTENCES).map(|event| sentence(event, titles)).collect();
    shown.into_iter().chain(note)
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;
