//! After a crash: a group is as if it had never begun, or as if it had been finished.

use std::path::Path;

use super::change::Check;
use super::disk::{Disk, Step};
use super::error::ApplyError;
use super::filing::Filing;
use super::journal::{Journal, Mark};
use super::op::Op;
use super::publish::remove_folder;
use super::roll_back::roll_back;
use super::seen::Seen;
use super::sync::sync_folders;
use crate::{Author, RelPath, Root};

/// What was found, and done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// Nothing was under way.
    Nothing,
    /// Every change had been made; only the word of it was missing.
    Finished,
    /// No change is left, but for files that somebody else has changed since: those are as they were found.
    RolledBack { foreign: Vec<RelPath> },
}

/// To be called for every journal folder before anything else is done with the project, whoever the author was.
/// Harmless if all is well.
pub fn recover(root: &Root, journal: &Path) -> Result<Recovered, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, journal, &mut Disk::new(&mut |_| Ok(())))
}

/// As [`recover`], unless the check refuses the files of the group.
pub(crate) fn recover_checked(root: &Root, journal: &Path, check: Check<'_>) -> Result<Recovered, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    recover_on(root, journal, &mut Disk::checked(&mut |_| Ok(()), check))
}

/// The caller holds the lock.
pub(super) fn recover_on(root: &Root, journal: &Path, disk: &mut Disk<'_>) -> Result<Recovered, ApplyError> {
    let Some(filing) = Filing::open(journal)? else {
        return Ok(Recovered::Nothing);
    };
    if let Some(back) = filing.back()? {
        let recovered = recover_one(root, &back, disk)?;
        if recovered != Recovered::Nothing {
            return Ok(recovered);
        }
    }
    recover_one(root, &filing, disk)
}

fn recover_one(root: &Root, filing: &Filing, disk: &mut Disk<'_>) -> Result<Recovered, ApplyError> {
    let Some(journal) = filing.journal()? else {
        filing.discard(disk)?;
        return Ok(Recovered::RolledBack { foreign: Vec::new() });
    };
    if journal.mark != Mark::Begun {
        return Ok(Recovered::Nothing);
    }
    journal.permit(Author::Planwright)?;
    check(filing, &journal, disk)?;
    match is_complete(root, &journal)? {
        true => finish(root, filing, &journal, disk).map(|()| Recovered::Finished),
        false => roll_back(root, filing, &journal, disk).map(|foreign| Recovered::RolledBack { foreign }),
    }
}

/// A journal can be written by every program that can write to its folder, so it may name any file.
fn check(filing: &Filing, journal: &Journal, disk: &Disk<'_>) -> Result<(), ApplyError> {
    disk.check(&journal.touched()).map_err(|why| ApplyError::NotRecovered {
        journal: filing.path().to_owned(),
        why: Box::new(why),
    })
}

/// Whether [`recover`] would refuse the group, and why. Changes nothing.
pub(crate) fn refusal(journal: &Path, check_files: Check<'_>) -> Result<Option<ApplyError>, ApplyError> {
    let Some(filing) = Filing::open(journal)? else {
        return Ok(None);
    };
    let mut tripwire = |_: Step<'_>| Ok(());
    let disk = Disk::checked(&mut tripwire, check_files);
    for filing in filing.back()?.iter().chain([&filing]) {
        match filing.journal()? {
            Some(journal) if journal.mark == Mark::Begun => return Ok(check(filing, &journal, &disk).err()),
            _ => {}
        }
    }
    Ok(None)
}

/// Every file is in its place; what follows them may be missing.
fn finish(root: &Root, filing: &Filing, journal: &Journal, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    for op in &journal.ops {
        if let Op::RemoveFolder(path) = op {
            remove_folder(root, path, disk)?;
        }
    }
    filing.remove_files(|name| name.ends_with(".new"), disk)?;
    sync_folders(root, journal, disk)?;
    filing.mark(Mark::Done, disk)
}

fn is_complete(root: &Root, journal: &Journal) -> Result<bool, ApplyError> {
    for op in journal.files() {
        let found = Seen::state(root, &op.path)?;
        if found.map(|state| state.digest) != op.after.map(|state| state.digest) {
            return Ok(false);
        }
    }
    Ok(true)
}
