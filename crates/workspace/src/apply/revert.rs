//! Taking a finished group back. That is a group of its own, kept inside the first one's folder.

use std::path::Path;

use super::disk::Disk;
use super::draft::{Draft, DraftFile, Source};
use super::error::{ApplyError, Stale};
use super::filing::{BACK, Filing};
use super::journal::{Journal, Mark};
use super::op::{FileOp, Op};
use super::recover::recover_on;
use super::seen::Seen;
use super::{Applied, carry_out};
use crate::{Author, Found, RelPath, Root};

/// Returns every file of the group to what it was, and removes the folders that were made for it, if they are empty.
/// Refuses if any of the files is not as the group left it, and says which. The author is the one of the group: a
/// journal can be written by whoever can write to its folder, so it cannot say on whose account it acts.
pub fn revert(root: &Root, journal: &Path, author: Author) -> Result<Applied, ApplyError> {
    revert_on(root, journal, author, &mut Disk::new(&mut |_| Ok(())))
}

pub(super) fn revert_on(root: &Root, path: &Path, author: Author, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, path, disk)?;
    let back = Filing::open(&path.join(BACK))?;
    if let Some(back) = &back
        && back.journal()?.is_some_and(|journal| journal.mark == Mark::Done)
    {
        return Err(ApplyError::RevertedBefore(path.to_owned()));
    }
    let filing = Filing::open(path)?.ok_or_else(|| ApplyError::NotApplied(path.to_owned()))?;
    let journal = filing.journal()?.filter(|journal| journal.mark == Mark::Done);
    let journal = journal.ok_or_else(|| ApplyError::NotApplied(path.to_owned()))?;
    journal.permit(author)?;
    let draft = inverse(root, &filing, &journal)?;
    // An attempt that met foreign changes. They are gone, so nothing that it kept is needed.
    back.map_or(Ok(()), |abandoned| abandoned.discard(disk))?;
    let applied = carry_out(root, &path.join(BACK), &draft, disk)?;
    // They are files of the project again, and should have no second name.
    filing.remove_files(|name| name.ends_with(".old"), disk)?;
    Ok(applied)
}

fn inverse<'a>(root: &Root, filing: &'a Filing, journal: &Journal) -> Result<Draft<'a>, ApplyError> {
    let mut stale = Vec::new();
    let mut files = Vec::new();
    for op in journal.files().rev() {
        let before = Seen::look(root, &op.path)?;
        let found = before.as_ref().map(|seen| seen.state);
        if found != op.after {
            stale.push(Stale::of_states(&op.path, op.after, found));
        }
        files.push(DraftFile {
            path: op.path.clone(),
            before,
            after: source(filing, op)?,
        });
    }
    if !stale.is_empty() {
        stale.reverse();
        return Err(ApplyError::Stale(stale));
    }
    let mut draft = Draft::of_files(root, files)?;
    draft.old_folders = old_folders(root, journal)?;
    Ok(draft)
}

fn source<'a>(filing: &'a Filing, op: &FileOp) -> Result<Source<'a>, ApplyError> {
    let Some(before) = op.before else {
        return Ok(Source::Nothing);
    };
    let digest = filing.folder.open_file(&op.kept()).and_then(crate::Digest::of_reader);
    match digest {
        Ok(digest) if digest == before.digest => Ok(Source::Kept(filing, op.slot)),
        Ok(_) => Err(ApplyError::Spoiled { path: op.path.clone() }),
        Err(error) => Err(ApplyError::io("bring back", &op.path, error)),
    }
}

/// Children first. Those that are gone already must not come back if we are stopped.
fn old_folders(root: &Root, journal: &Journal) -> Result<Vec<RelPath>, ApplyError> {
    let mut folders = Vec::new();
    for op in journal.ops.iter().rev() {
        if let Op::MakeFolder(path) = op
            && root.look_up(path)? == Found::Folder
        {
            folders.push(path.clone());
        }
    }
    Ok(folders)
}
