//! Putting back what a group that was not finished has changed.

use super::Filing;
use super::copy::Over;
use super::disk::Disk;
use super::error::ApplyError;
use super::journal::{Journal, Mark};
use super::op::{FileOp, Op, State};
use super::publish::{make_folder, remove_folder};
use super::seen::Seen;
use super::sync::sync_folders;
use crate::tree::or_missing;
use crate::{Digest, FileError, RelPath, Root};

/// Says which paths somebody else has changed meanwhile. They are left alone, and what we kept of them is, too.
pub(super) fn roll_back(
    root: &Root,
    filing: &Filing,
    journal: &Journal,
    disk: &mut Disk<'_>,
) -> Result<Vec<RelPath>, ApplyError> {
    let stopover = journal.stopovers();
    let mut foreign = Vec::new();
    for op in journal.ops.iter().rev() {
        match op {
            Op::RemoveFolder(path) => make_folder(root, path, disk)?,
            Op::MakeFolder(path) => remove_folder(root, path, disk)?,
            Op::File(op) => match restore(root, filing, op, &stopover(op.slot), disk)? {
                Restored::Ours => {}
                Restored::Foreign => foreign.push(op.path.clone()),
            },
        }
    }
    sync_folders(root, journal, disk)?;
    match foreign.is_empty() {
        true => filing.discard(disk)?,
        false => {
            filing.mark(Mark::Abandoned, disk)?;
            filing.remove_files(|name| name.ends_with(".new"), disk)?;
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
    filing: &Filing,
    op: &FileOp,
    stopover: &str,
    disk: &mut Disk<'_>,
) -> Result<Restored, ApplyError> {
    let failed = |error| ApplyError::io("put back", &op.path, error);
    let found = match Seen::state(root, &op.path) {
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
    if parent.entry(stopover).map_err(failed)?.is_some() {
        disk.remove((&parent, stopover)).map_err(failed)?;
    }
    if found == digest(op.before) {
        return Ok(Restored::Ours);
    }
    if found != digest(op.after) {
        return Ok(Restored::Foreign);
    }
    let kept = op.kept();
    let (from, to) = (filing.place(&kept), (&parent, op.path.name()));
    match (op.before, op.after) {
        (None, _) => disk.remove(to),
        (Some(_), None) => disk.put(from, to, Over::Nothing, stopover),
        (Some(_), Some(_)) => disk.put(from, to, Over::Anything, stopover),
    }
    .map_err(failed)?;
    Ok(Restored::Ours)
}

fn digest(state: Option<State>) -> Option<Digest> {
    state.map(|state| state.digest)
}
