//! The answer of `planwright undo`.

use model::{Operation, Timestamp};
use serde::Serialize;

use super::json::pretty;
use super::log::{OperationShape, sentences};
use super::page::Page;
use super::style::{BOLD, paint};
use super::time::ago;
use super::titles::Titles;
use super::visible::visible;
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct UndoView<'a> {
    pub address: Address<'a>,
    /// What was taken back.
    pub undone: &'a Operation,
    /// The operation that took it back.
    pub by: &'a Operation,
}

#[derive(Serialize)]
struct UndoShape<'a> {
    undone: OperationShape<'a>,
    operation: OperationShape<'a>,
    version: u64,
}

pub fn undo_json(view: &UndoView<'_>) -> String {
    pretty(&UndoShape {
        undone: OperationShape::whole(view.undone),
        operation: OperationShape::whole(view.by),
        version: view.by.version.0,
    })
}

pub fn undo_text(view: &UndoView<'_>, titles: &Titles<'_>, at: Timestamp) -> String {
    let UndoView { address, undone, by } = view;
    let (verb, author) = (visible(&undone.verb), visible(undone.author.as_str()));
    let titles = titles.with(std::slice::from_ref(undone));
    let mut page = Page::default();
    page.line(format!(
        "Took back operation {}: {} by {author}, {}.",
        undone.version,
        paint(BOLD, verb),
        ago(undone.at, at),
    ));
    for sentence in sentences(by.events.iter(), &titles, address) {
        page.indented(sentence);
    }
    page.line(format!("The session is at version {}.", by.version));
    page.finish()
}

#[cfg(test)]
#[path = "undo_tests.rs"]
mod tests;
