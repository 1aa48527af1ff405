//! Renames the staged files into place.

use std::io;

use super::JournalFolder;
use super::copy::Overwrite;
use super::disk::Disk;
use super::error::{ApplyError, Stale};
use super::journal::{Journal, JournalMark};
use super::op::{FileOp, Op};
use super::prepared::PreparedGroup;
use super::snapshot::FileSnapshot;
use super::sync::sync_folders;
use super::unless_cleanup_failed;
use crate::tree::Folder;
use crate::tree::or_missing;
use crate::{RelPath, Root};

pub(super) fn publish(
    root: &Root,
    folder: &JournalFolder,
    group: &PreparedGroup<'_>,
    journal: &Journal,
    disk: &mut Disk<'_>,
) -> Result<(), ApplyError> {
    let temporary = journal.temporary_names();
    for op in &journal.ops {
        match op {
            Op::MakeFolder(path) => make_folder(root, path, disk)?,
            Op::RemoveFolder(path) => remove_folder(root, path, disk)?,
            Op::File(op) => {
                let before = group.files[op.slot].before.as_ref();
                publish_file(root, folder, op, before, &temporary(op.slot), disk)?;
            }
        }
    }
    // A command may have turned a folder into a repository while the files were staged. The audit of a command finds
    // repositories that it makes later.
    disk.check(&journal.touched_after())?;
    sync_folders(root, journal, disk)?;
    // A partly written mark could be read as finished during the rollback.
    folder.mark(JournalMark::Done, disk).map_err(|cause| {
        let unmarked = folder.mark(JournalMark::Begun, disk);
        unless_cleanup_failed(unmarked, cause)
    })
}

fn publish_file(
    root: &Root,
    folder: &JournalFolder,
    op: &FileOp,
    before: Option<&FileSnapshot>,
    temporary: &str,
    disk: &mut Disk<'_>,
) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("change", &op.path, error);
    let parent = root.parent(&op.path).map_err(failed)?;
    if let Some(seen) = before {
        confirm(root, &parent, &op.path, seen)?;
    }
    let staged = op.staged();
    let (from, to) = (folder.place(&staged), (&parent, op.path.name()));
    let done = match (op.before, op.after) {
        (_, None) => disk.remove(to),
        (None, Some(_)) => disk.put(from, to, Overwrite::Never, temporary),
        (Some(_), Some(_)) => disk.put(from, to, Overwrite::Allowed, temporary),
    };
    match done {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(stale(root, op)?),
        done => done.map_err(failed),
    }
}

/// Checks the file a last time: another program may have changed it or moved its folder since it was read.
fn confirm(root: &Root, parent: &Folder, path: &RelPath, seen: &FileSnapshot) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("look at", path, error);
    if seen.is_still(parent.entry(path.name()).map_err(failed)?.as_ref()) {
        return Ok(());
    }
    let found = FileSnapshot::state(root, path)?;
    match found.is_some_and(|found| found.digest == seen.state.digest) {
        true => Ok(()),
        false => Err(ApplyError::Stale(vec![Stale::of_states(path, Some(seen.state), found)])),
    }
}

fn stale(root: &Root, op: &FileOp) -> Result<ApplyError, ApplyError> {
    let found = FileSnapshot::state(root, &op.path)?;
    Ok(ApplyError::Stale(vec![Stale::of_states(&op.path, op.before, found)]))
}

/// A folder that another program created meanwhile is used.
pub(super) fn make_folder(root: &Root, path: &RelPath, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("make the folder", path, error);
    let parent = root.parent(path).map_err(failed)?;
    match disk.make_folder((&parent, path.name())) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map_err(failed),
    }
}

/// Keeps a folder that is not empty.
pub(super) fn remove_folder(root: &Root, path: &RelPath, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("remove the folder", path, error);
    let Some(parent) = or_missing(root.parent(path)).map_err(failed)? else {
        return Ok(());
    };
    match disk.remove_folder((&parent, path.name())) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => or_missing(removed).map(|_| ()).map_err(failed),
    }
}
