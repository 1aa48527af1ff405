//! The answer of `planwright undo`.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::Undone;
use model::{ThreadId, Timestamp};
use serde_json::json;

use super::log::{operation_value, sentences};
use super::titles::Titles;
use crate::address::Address;
use crate::show::page::Page;
use crate::show::style::{BOLD, paint};
use crate::show::time::ago;

pub fn undo_json(undone: &Undone) -> String {
    pretty(&json!({
        "undone": operation_value(&undone.undone),
        "operation": operation_value(&undone.by),
        "version": undone.by.version.0,
    }))
}

pub fn undo_text(undone: &Undone, thread: ThreadId, address: &Address<'_>, at: Timestamp) -> String {
    let Undone { undone, by, tasks } = undone;
    let verb = undone.verb.to_string();
    let (verb, author) = (visible(&verb), visible(undone.author.as_str()));
    let titles = Titles::of(thread, tasks);
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
