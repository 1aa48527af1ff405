//! Nothing is unbounded.

use crate::command::Move;
use crate::limits;
use crate::plan::{Grounds, PlanMetadata};
use crate::refusal::Refusal;
use crate::task::{Brief, Evidence};

pub(super) fn text(what: &'static str, text: &str) -> Result<(), Refusal> {
    within(what, text.len(), limits::TEXT_BYTES)
}

pub(super) fn chars(what: &'static str, text: &str, limit: usize) -> Result<(), Refusal> {
    within(what, text.chars().count(), limit)
}

pub(super) fn brief(brief: &Brief) -> Result<(), Refusal> {
    chars("title", &brief.title, limits::TITLE_CHARS)?;
    text("body", &brief.body)?;
    list("checklist", &brief.checklist)?;
    list("hints", &brief.hints)?;
    list("acceptance", &brief.acceptance)?;
    within("paths", brief.paths.len(), limits::LIST_ENTRIES)?;
    brief.paths.iter().try_for_each(|entry| text("paths", &entry.path))
}

pub(super) fn words(to: &Move) -> Result<(), Refusal> {
    match to {
        Move::Finish {
            note,
            files,
            evidence,
            report,
        } => {
            text("note", note.as_deref().unwrap_or_default())?;
            text("report", report.as_deref().unwrap_or_default())?;
            list("files", files)?;
            proofs(evidence)
        }
        Move::Fail { error, files, evidence } => {
            text("error", error)?;
            list("files", files)?;
            proofs(evidence)
        }
        Move::Drop { reason, .. } => text("reason", reason.as_deref().unwrap_or_default()),
        Move::Start | Move::Reopen => Ok(()),
    }
}

pub(super) fn grounds(grounds: &Grounds) -> Result<(), Refusal> {
    text("reasoning", &grounds.reasoning)?;
    text("changes", &grounds.changes)?;
    list("discoveries", &grounds.discoveries)?;
    list("constraints", &grounds.constraints)?;
    list("files", &grounds.files)
}

pub(super) fn metadata(metadata: &PlanMetadata) -> Result<(), Refusal> {
    list("tags", &metadata.tags)?;
    list("constraints", &metadata.constraints)?;
    list("memories", &metadata.memories)
}

fn list(what: &'static str, entries: &[String]) -> Result<(), Refusal> {
    within(what, entries.len(), limits::LIST_ENTRIES)?;
    entries.iter().try_for_each(|entry| text(what, entry))
}

fn proofs(evidence: &[Evidence]) -> Result<(), Refusal> {
    within("evidence", evidence.len(), limits::LIST_ENTRIES)?;
    evidence.iter().try_for_each(|proof| {
        text("evidence", &proof.command)?;
        text("evidence", &proof.clip)
    })
}

pub(super) fn within(what: &'static str, size: usize, limit: usize) -> Result<(), Refusal> {
    if size <= limit {
        return Ok(());
    }
    Err(Refusal::Limit { what, size, limit })
}

/// Whether one more version may follow this one.
pub(super) fn next_version(version: u32) -> Result<(), Refusal> {
    let count = |version: u32| usize::try_from(version).unwrap_or(usize::MAX);
    let next = count(version).saturating_add(1);
    within("number of versions", next, count(limits::PLAN_VERSIONS))
}

#[cfg(test)]
#[path = "size_tests.rs"]
mod tests;
