//! The staged files take their places.

use std::io;

use super::Filing;
use super::copy::Over;
use super::disk::Disk;
use super::draft::Draft;
use super::error::{ApplyError, Stale};
use super::journal::{Journal, Mark};
use super::op::{FileOp, Op};
use super::seen::Seen;
use super::sync::sync_folders;
use super::unless_failed;
use crate::tree::Folder;
use crate::tree::or_missing;
use crate::{RelPath, Root};

pub(super) fn publish(
    root: &Root,
    filing: &Filing,
    draft: &Draft<'_>,
    journal: &Journal,
    disk: &mut Disk<'_>,
) -> Result<(), ApplyError> {
    let stopover = journal.stopovers();
    for op in &journal.ops {
        match op {
            Op::MakeFolder(path) => make_folder(root, path, disk)?,
            Op::RemoveFolder(path) => remove_folder(root, path, disk)?,
            Op::File(op) => {
                let before = draft.files[op.slot].before.as_ref();
                publish_file(root, filing, op, before, &stopover(op.slot), disk)?;
            }
        }
    }
    // A command may have made a repository of a folder while the files were staged. A command that does so later has
    // its own audit.
    disk.check(&journal.touched_after())?;
    sync_folders(root, journal, disk)?;
    // Half a mark would be believed while things are put back.
    filing.mark(Mark::Done, disk).map_err(|cause| {
        let unmarked = filing.mark(Mark::Begun, disk);
        unless_failed(unmarked, cause)
    })
}

fn publish_file(
    root: &Root,
    filing: &Filing,
    op: &FileOp,
    before: Option<&Seen>,
    stopover: &str,
    disk: &mut Disk<'_>,
) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("change", &op.path, error);
    let parent = root.parent(&op.path).map_err(failed)?;
    if let Some(seen) = before {
        confirm(root, &parent, &op.path, seen)?;
    }
    let staged = op.staged();
    let (from, to) = (filing.place(&staged), (&parent, op.path.name()));
    let done = match (op.before, op.after) {
        (_, None) => disk.remove(to),
        (None, Some(_)) => disk.put(from, to, Over::Nothing, stopover),
        (Some(_), Some(_)) => disk.put(from, to, Over::Anything, stopover),
    };
    match done {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(stale(root, op)?),
        done => done.map_err(failed),
    }
}

/// A last look: the file may have been written since it was read, or stand in another folder.
fn confirm(root: &Root, parent: &Folder, path: &RelPath, seen: &Seen) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("look at", path, error);
    if seen.is_still(parent.entry(path.name()).map_err(failed)?.as_ref()) {
        return Ok(());
    }
    let found = Seen::state(root, path)?;
    match found.is_some_and(|found| found.digest == seen.state.digest) {
        true => Ok(()),
        false => Err(ApplyError::Stale(vec![Stale::of_states(path, Some(seen.state), found)])),
    }
}

fn stale(root: &Root, op: &FileOp) -> Result<ApplyError, ApplyError> {
    let found = Seen::state(root, &op.path)?;
    Ok(ApplyError::Stale(vec![Stale::of_states(&op.path, op.before, found)]))
}

/// One that somebody else has made meanwhile is as good.
pub(super) fn make_folder(root: &Root, path: &RelPath, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    let failed = |error| ApplyError::io("make the folder", path, error);
    let parent = root.parent(path).map_err(failed)?;
    match disk.make_folder((&parent, path.name())) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map_err(failed),
    }
}

/// One that holds something stays.
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
