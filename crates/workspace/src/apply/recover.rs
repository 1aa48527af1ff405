//! After a crash: a group is as if it had never begun, or as if it had been finished.

use std::path::Path;

use super::disk::Disk;
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
    match is_complete(root, &journal)? {
        true => finish(root, filing, &journal, disk).map(|()| Recovered::Finished),
        false => roll_back(root, filing, &journal, disk).map(|foreign| Recovered::RolledBack { foreign }),
    }
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
