//! Reverts a finished group with a new group, whose journal is inside the folder of the first one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::change::{Check, Touched};
use super::disk::Disk;
use super::error::{ApplyError, Stale};
use super::journal::{Journal, JournalMark};
use super::journal_folder::{BACK, JournalFolder};
use super::op::{FileOp, Op};
use super::prepared::{NewContent, PreparedFile, PreparedGroup};
use super::recover::recover_on;
use super::snapshot::FileSnapshot;
use super::{Applied, execute};
use crate::{Author, Found, RelPath, Root};

/// A finished group and its author. The journal does not record the author, because any program that can write to its
/// folder could forge it.
#[derive(Debug, Clone)]
pub struct Group {
    pub journal: PathBuf,
    pub author: Author,
}

/// Restores every file of the group, and removes the folders that the group created, if they are empty. Fails and lists
/// the files that differ from what the group wrote.
pub fn revert(root: &Root, journal: &Path, author: Author) -> Result<Applied, ApplyError> {
    revert_on(root, journal, author, &mut Disk::new(&mut |_| Ok(())))
}

/// Reverts several groups, or none of them. `groups` is in the order in which they were applied; `back` is the folder for
/// the journal of the revert.
pub fn revert_groups(root: &Root, groups: &[Group], back: &Path, check: Check<'_>) -> Result<Applied, ApplyError> {
    revert_all(root, groups, back, &mut Disk::checked(&mut |_| Ok(()), check))
}

pub(super) fn revert_on(root: &Root, path: &Path, author: Author, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let group = Group {
        journal: path.to_owned(),
        author,
    };
    revert_all(root, &[group], &path.join(BACK), disk)
}

fn revert_all(root: &Root, groups: &[Group], back_path: &Path, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, back_path, disk)?;
    let back = JournalFolder::open(back_path)?;
    if let Some(back) = &back
        && back.journal()?.is_some_and(|journal| journal.mark == JournalMark::Done)
    {
        return Err(ApplyError::RevertedBefore(back_path.to_owned()));
    }
    let mut kept = Vec::new();
    for group in groups {
        recover_on(root, &group.journal, disk)?;
        kept.push(open_done(group)?);
    }
    let group = inverse(root, &kept)?;
    disk.check(&Touched {
        paths: group.files.iter().map(|file| &file.path).collect(),
        created: Vec::new(),
    })?;
    // An earlier attempt was abandoned because of foreign changes. They are gone, so its copies are not needed.
    back.map_or(Ok(()), |abandoned| abandoned.discard(disk))?;
    let applied = execute(root, back_path, &group, disk)?;
    // The kept files are files of the project again, and should have no second hard link.
    for (folder, _) in &kept {
        folder.remove_files(|name| name.ends_with(".old"), disk)?;
    }
    Ok(applied)
}

fn open_done(group: &Group) -> Result<(JournalFolder, Journal), ApplyError> {
    let missing = || ApplyError::NotApplied(group.journal.clone());
    let folder = JournalFolder::open(&group.journal)?.ok_or_else(missing)?;
    let journal = folder.journal()?.filter(|journal| journal.mark == JournalMark::Done);
    let journal = journal.ok_or_else(missing)?;
    journal.permit(group.author)?;
    Ok((folder, journal))
}

/// Each file must be as the last group wrote it, and becomes what the first group found.
fn inverse<'a>(root: &Root, kept: &'a [(JournalFolder, Journal)]) -> Result<PreparedGroup<'a>, ApplyError> {
    let mut stale = Vec::new();
    let mut files: Vec<PreparedFile<'a>> = Vec::new();
    let mut indexes: HashMap<&RelPath, usize> = HashMap::new();
    for (folder, journal) in kept.iter().rev() {
        for op in journal.files().rev() {
            let after = source(folder, op)?;
            if let Some(index) = indexes.get(&op.path) {
                files[*index].after = after;
                continue;
            }
            let before = FileSnapshot::take(root, &op.path)?;
            let found = before.as_ref().map(|seen| seen.state);
            if found != op.after {
                stale.push(Stale::of_states(&op.path, op.after, found));
            }
            indexes.insert(&op.path, files.len());
            let path = op.path.clone();
            files.push(PreparedFile { path, before, after });
        }
    }
    if !stale.is_empty() {
        stale.reverse();
        return Err(ApplyError::Stale(stale));
    }
    let mut group = PreparedGroup::of_files(root, files)?;
    for (_, journal) in kept.iter().rev() {
        group.old_folders.extend(old_folders(root, journal)?);
    }
    Ok(group)
}

fn source<'a>(folder: &'a JournalFolder, op: &FileOp) -> Result<NewContent<'a>, ApplyError> {
    let Some(before) = op.before else {
        return Ok(NewContent::Nothing);
    };
    let digest = folder.open_slot(&op.kept()).and_then(crate::Digest::of_reader);
    match digest {
        Ok(digest) if digest == before.digest => Ok(NewContent::Kept(folder, op.slot)),
        Ok(_) => Err(ApplyError::Spoiled { path: op.path.clone() }),
        Err(error) => Err(ApplyError::io("restore", &op.path, error)),
    }
}

/// Children first. Leaves out missing folders, because a rollback would create them again.
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
