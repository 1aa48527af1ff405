//! Nothing is unbounded.

use crate::command::Move;
use crate::limits;
use crate::refusal::Refusal;
use crate::task::Brief;

pub(super) fn text(what: &'static str, text: &str) -> Result<(), Refusal> {
    within(what, text.len(), limits::TEXT_BYTES)
}

pub(super) fn chars(what: &'static str, text: &str, limit: usize) -> Result<(), Refusal> {
    within(what, text.chars().count(), limit)
}

pub(super) fn brief(brief: &Brief) -> Result<(), Refusal> {
    chars("title", &brief.title, limits::TITLE_CHARS)?;
    text("body", &brief.body)?;
    let lists = [
        ("checklist", &brief.checklist),
        ("hints", &brief.hints),
        ("acceptance", &brief.acceptance),
    ];
    for (what, list) in lists {
        within(what, list.len(), limits::LIST_ENTRIES)?;
        list.iter().try_for_each(|entry| text(what, entry))?;
    }
    within("paths", brief.paths.len(), limits::LIST_ENTRIES)?;
    brief.paths.iter().try_for_each(|entry| text("paths", &entry.path))
}

pub(super) fn words(to: &Move) -> Result<(), Refusal> {
    match to {
        Move::Finish { note, files } => {
            text("note", note.as_deref().unwrap_or_default())?;
            within("files", files.len(), limits::LIST_ENTRIES)?;
            files.iter().try_for_each(|file| text("files", file))
        }
        Move::Fail { error } => text("error", error),
        Move::Drop { reason, .. } => text("reason", reason.as_deref().unwrap_or_default()),
        Move::Start | Move::Reopen => Ok(()),
    }
}

pub(super) fn within(what: &'static str, size: usize, limit: usize) -> Result<(), Refusal> {
    if size <= limit {
        return Ok(());
    }
    Err(Refusal::Limit { what, size, limit })
}

#[cfg(test)]
#[path = "size_tests.rs"]
mod tests;
