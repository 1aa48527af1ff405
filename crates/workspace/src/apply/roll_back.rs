//! Restores the files that an unfinished group changed.

use super::JournalFolder;
use super::copy::Overwrite;
use super::disk::Disk;
use super::error::ApplyError;
use super::journal::{Journal, JournalMark};
use super::op::{FileOp, FileState, Op};
use super::publish::{make_folder, remove_folder};
use super::snapshot::FileSnapshot;
use super::sync::sync_folders;
use crate::tree::or_missing;
use crate::{Digest, FileError, RelPath, Root};

/// Returns the files that another program changed meanwhile. They stay as they are, and their copies are kept.
pub(super) fn roll_back(
    root: &Root,
    folder: &JournalFolder,
    journal: &Journal,
    disk: &mut Disk<'_>,
) -> Result<Vec<RelPath>, ApplyError> {
    let temporary = journal.temporary_names();
    let mut foreign = Vec::new();
    for op in journal.ops.iter().rev() {
        match op {
            Op::RemoveFolder(path) => make_folder(root, path, disk)?,
            Op::MakeFolder(path) => remove_folder(root, path, disk)?,
            Op::File(op) => match restore(root, folder, op, &temporary(op.slot), disk)? {
                Restored::Ours => {}
                Restored::Foreign => foreign.push(op.path.clone()),
            },
        }
    }
    sync_folders(root, journal, disk)?;
    match foreign.is_empty() {
        true => folder.discard(disk)?,
        false => {
            folder.mark(JournalMark::Abandoned, disk)?;
            folder.remove_files(|name| name.ends_with(".new"), disk)?;
        }
    }
    Ok(foreign)
}

enum Restored {
    Ours,
    Foreign,
}

fn restore(
    root: &Root,
    folder: &JournalFolder,
    op: &FileOp,
    temporary: &str,
    disk: &mut Disk<'_>,
) -> Result<Restored, ApplyError> {
    let failed = |error| ApplyError::io("restore", &op.path, error);
    let found = match FileSnapshot::state(root, &op.path) {
        Err(FileError::NotAFile { .. }) => return Ok(Restored::Foreign),
        found => digest(found?),
    };
    let Some(parent) = or_missing(root.parent(&op.path)).map_err(failed)? else {
        return Ok(if op.before.is_none() {
            Restored::Ours
        } else {
            Restored::Foreign
        });
    };
    if parent.entry(temporary).map_err(failed)?.is_some() {
        disk.remove((&parent, temporary)).map_err(failed)?;
    }
    if found == digest(op.before) {
        return Ok(Restored::Ours);
    }
    if found != digest(op.after) {
        return Ok(Restored::Foreign);
    }
    let kept = op.kept();
    let (from, to) = (folder.place(&kept), (&parent, op.path.name()));
    match (op.before, op.after) {
        (None, _) => disk.remove(to),
        (Some(_), None) => disk.put(from, to, Overwrite::Never, temporary),
        (Some(_), Some(_)) => disk.put(from, to, Overwrite::Allowed, temporary),
    }
    .map_err(failed)?;
    Ok(Restored::Ours)
}

fn digest(state: Option<FileState>) -> Option<Digest> {
    state.map(|state| state.digest)
}
