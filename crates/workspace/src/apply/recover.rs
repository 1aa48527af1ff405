//! Finishes a group after a crash, or rolls it back.

use std::path::Path;

use super::change::Check;
use super::disk::{Disk, DiskStep};
use super::error::ApplyError;
use super::journal::{Journal, JournalMark};
use super::journal_folder::JournalFolder;
use super::op::Op;
use super::publish::remove_folder;
use super::roll_back::roll_back;
use super::snapshot::FileSnapshot;
use super::sync::sync_folders;
use crate::{Author, RelPath, Root};

/// The result of [`recover`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// No group was unfinished.
    Nothing,
    /// All files were already changed; the group was marked as finished.
    Finished,
    /// The group was rolled back, except for the `foreign` files, which another program changed since.
    RolledBack { foreign: Vec<RelPath> },
}

/// Call this for every journal folder before the project's files are used. Has no effect on finished groups.
pub fn recover(root: &Root, journal: &Path) -> Result<Recovered, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, journal, &mut Disk::new(&mut |_| Ok(())))
}

/// As [`recover`], unless the check refuses the files of the group.
pub(crate) fn recover_checked(root: &Root, journal: &Path, check: Check<'_>) -> Result<Recovered, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, journal, &mut Disk::checked(&mut |_| Ok(()), check))
}

/// The caller has the project's lock.
pub(super) fn recover_on(root: &Root, journal: &Path, disk: &mut Disk<'_>) -> Result<Recovered, ApplyError> {
    let Some(folder) = JournalFolder::open(journal)? else {
        return Ok(Recovered::Nothing);
    };
    if let Some(back) = folder.back()? {
        let recovered = recover_one(root, &back, disk)?;
        if recovered != Recovered::Nothing {
            return Ok(recovered);
        }
    }
    recover_one(root, &folder, disk)
}

fn recover_one(root: &Root, folder: &JournalFolder, disk: &mut Disk<'_>) -> Result<Recovered, ApplyError> {
    let Some(journal) = folder.journal()? else {
        folder.discard(disk)?;
        return Ok(Recovered::RolledBack { foreign: Vec::new() });
    };
    if journal.mark != JournalMark::Begun {
        return Ok(Recovered::Nothing);
    }
    journal.permit(Author::Planwright)?;
    check(folder, &journal, disk)?;
    match is_complete(root, &journal)? {
        true => finish(root, folder, &journal, disk).map(|()| Recovered::Finished),
        false => roll_back(root, folder, &journal, disk).map(|foreign| Recovered::RolledBack { foreign }),
    }
}

/// Every program that can write to the folder can write a journal, so the journal may name any file.
fn check(folder: &JournalFolder, journal: &Journal, disk: &Disk<'_>) -> Result<(), ApplyError> {
    disk.check(&journal.touched()).map_err(|why| ApplyError::NotRecovered {
        journal: folder.path().to_owned(),
        why: Box::new(why),
    })
}

/// Whether [`recover`] would refuse the group, and why. Changes nothing.
pub(crate) fn refusal(journal: &Path, check_files: Check<'_>) -> Result<Option<ApplyError>, ApplyError> {
    let Some(folder) = JournalFolder::open(journal)? else {
        return Ok(None);
    };
    let mut tripwire = |_: DiskStep<'_>| Ok(());
    let disk = Disk::checked(&mut tripwire, check_files);
    for folder in folder.back()?.iter().chain([&folder]) {
        match folder.journal()? {
            Some(journal) if journal.mark == JournalMark::Begun => return Ok(check(folder, &journal, &disk).err()),
            _ => {}
        }
    }
    Ok(None)
}

/// All files are written; only the later operations of the group may be missing.
fn finish(root: &Root, folder: &JournalFolder, journal: &Journal, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    for op in &journal.ops {
        if let Op::RemoveFolder(path) = op {
            remove_folder(root, path, disk)?;
        }
    }
    folder.remove_files(|name| name.ends_with(".new"), disk)?;
    sync_folders(root, journal, disk)?;
    folder.mark(JournalMark::Done, disk)
}

fn is_complete(root: &Root, journal: &Journal) -> Result<bool, ApplyError> {
    for op in journal.files() {
        let found = FileSnapshot::state(root, &op.path)?;
        if found.map(|state| state.digest) != op.after.map(|state| state.digest) {
            return Ok(false);
        }
    }
    Ok(true)
}
