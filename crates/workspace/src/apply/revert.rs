//! Taking a finished group back. That is a group of its own, kept inside the first one's folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::change::{Check, Touched};
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

/// A group that was applied, and on whose account. A journal can be written by whoever can write to its folder, so it
/// cannot say that itself.
#[derive(Debug, Clone)]
pub struct Group {
    pub journal: PathBuf,
    pub author: Author,
}

/// Returns every file of the group to what it was, and removes the folders that were made for it, if they are empty.
/// Refuses if any of the files is not as the group left it, and says which.
pub fn revert(root: &Root, journal: &Path, author: Author) -> Result<Applied, ApplyError> {
    revert_on(root, journal, author, &mut Disk::new(&mut |_| Ok(())))
}

/// The same for several groups, given in the order in which they were applied: all of them are taken back, or none.
/// `back` is a folder for the journal of that.
pub fn revert_groups(root: &Root, groups: &[Group], back: &Path, check: Check<'_>) -> Result<Applied, ApplyError> {
    take_back(root, groups, back, &mut Disk::checked(&mut |_| Ok(()), check))
}

pub(super) fn revert_on(root: &Root, path: &Path, author: Author, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let group = Group {
        journal: path.to_owned(),
        author,
    };
    take_back(root, &[group], &path.join(BACK), disk)
}

fn take_back(root: &Root, groups: &[Group], back_path: &Path, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, back_path, disk)?;
    let back = Filing::open(back_path)?;
    if let Some(back) = &back
        && back.journal()?.is_some_and(|journal| journal.mark == Mark::Done)
    {
        return Err(ApplyError::RevertedBefore(back_path.to_owned()));
    }
    let mut kept = Vec::new();
    for group in groups {
        recover_on(root, &group.journal, disk)?;
        kept.push(open_done(group)?);
    }
    let draft = inverse(root, &kept)?;
    disk.check(&Touched {
        paths: draft.files.iter().map(|file| &file.path).collect(),
        created: Vec::new(),
    })?;
    // An attempt that met foreign changes. They are gone, so nothing that it kept is needed.
    back.map_or(Ok(()), |abandoned| abandoned.discard(disk))?;
    let applied = carry_out(root, back_path, &draft, disk)?;
    // They are files of the project again, and should have no second name.
    for (filing, _) in &kept {
        filing.remove_files(|name| name.ends_with(".old"), disk)?;
    }
    Ok(applied)
}

fn open_done(group: &Group) -> Result<(Filing, Journal), ApplyError> {
    let missing = || ApplyError::NotApplied(group.journal.clone());
    let filing = Filing::open(&group.journal)?.ok_or_else(missing)?;
    let journal = filing.journal()?.filter(|journal| journal.mark == Mark::Done);
    let journal = journal.ok_or_else(missing)?;
    journal.permit(group.author)?;
    Ok((filing, journal))
}

/// What the last group left must be there, and what the first one found will be.
fn inverse<'a>(root: &Root, kept: &'a [(Filing, Journal)]) -> Result<Draft<'a>, ApplyError> {
    let mut stale = Vec::new();
    let mut files: Vec<DraftFile<'a>> = Vec::new();
    let mut places: HashMap<&RelPath, usize> = HashMap::new();
    for (filing, journal) in kept.iter().rev() {
        for op in journal.files().rev() {
            let after = source(filing, op)?;
            if let Some(place) = places.get(&op.path) {
                files[*place].after = after;
                continue;
            }
            let before = Seen::look(root, &op.path)?;
            let found = before.as_ref().map(|seen| seen.state);
            if found != op.after {
                stale.push(Stale::of_states(&op.path, op.after, found));
            }
            places.insert(&op.path, files.len());
            let path = op.path.clone();
            files.push(DraftFile { path, before, after });
        }
    }
    if !stale.is_empty() {
        stale.reverse();
        return Err(ApplyError::Stale(stale));
    }
    let mut draft = Draft::of_files(root, files)?;
    for (_, journal) in kept.iter().rev() {
        draft.old_folders.extend(old_folders(root, journal)?);
    }
    Ok(draft)
}

fn source<'a>(filing: &'a Filing, op: &FileOp) -> Result<Source<'a>, ApplyError> {
    let Some(before) = op.before else {
        return Ok(Source::Nothing);
    };
    let digest = filing.open_slot(&op.kept()).and_then(crate::Digest::of_reader);
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
