//! The answers of `plan archive` and `plan gc`: what was put away, and what was thrown away.

use model::PlanId;
use serde::Serialize;

use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{DIM, GOOD, paint};
use crate::rawko::paths::archived_path;

#[derive(Debug, Clone, Copy)]
pub struct ArchiveView<'a> {
    pub archived: &'a [PlanId],
}

#[derive(Debug, Clone, Copy)]
pub struct GcView<'a> {
    /// Archived plans whose files are removed, or would be.
    pub removed: &'a [PlanId],
    pub kept: usize,
    pub is_dry_run: bool,
}

#[derive(Serialize)]
struct ArchiveShape<'a> {
    archived: Vec<FileShape<'a>>,
}

#[derive(Serialize)]
struct GcShape<'a> {
    dry_run: bool,
    removed: Vec<FileShape<'a>>,
    kept: usize,
}

#[derive(Serialize)]
struct FileShape<'a> {
    id: &'a str,
    path: String,
}

pub fn archive_json(view: &ArchiveView<'_>) -> String {
    pretty(&ArchiveShape {
        archived: files(view.archived),
    })
}

pub fn archive_text(view: &ArchiveView<'_>) -> String {
    let mut page = Page::default();
    for id in view.archived {
        let path = paint(DIM, archived_path(id));
        page.line(format!("{} archived {id}  {path}", paint(GOOD, "✓")));
    }
    if view.archived.is_empty() {
        page.line("Nothing to archive: no plan is complete or failed.");
    }
    page.finish()
}

pub fn gc_json(view: &GcView<'_>) -> String {
    pretty(&GcShape {
        dry_run: view.is_dry_run,
        removed: files(view.removed),
        kept: view.kept,
    })
}

pub fn gc_text(view: &GcView<'_>) -> String {
    let mut page = Page::default();
    let verb = if view.is_dry_run { "would remove" } else { "removed" };
    for id in view.removed {
        page.line(format!("{verb} {}", archived_path(id)));
    }
    let noun = if view.kept == 1 { "plan stays" } else { "plans stay" };
    match view.removed.is_empty() {
        true => page.line(format!("Nothing to remove; {} archived {noun}.", view.kept)),
        false => page.line(format!("{} archived {noun}.", view.kept)),
    }
    page.finish()
}

fn files(ids: &[PlanId]) -> Vec<FileShape<'_>> {
    let file = |id| FileShape {
        id: PlanId::as_str(id),
        path: archived_path(id),
    };
    ids.iter().map(file).collect()
}
