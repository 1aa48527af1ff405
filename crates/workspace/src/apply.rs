//! Changes files in groups: all changes of a group are made, or none.
//!
//! A group is compared with the expected files, then staged in its journal folder together with the files that it
//! replaces. The staged files are renamed into place only after all of them are synced. If the process is killed,
//! [`recover`] restores the files from the journal. A finished group keeps the files that [`revert`] needs.
//! This module does not know what a change means or who approved it.

mod change;
mod copy;
mod disk;
mod error;
mod journal;
mod journal_folder;
mod op;
mod prepared;
mod publish;
mod recover;
mod revert;
mod roll_back;
mod snapshot;
mod stage;
mod sync;
mod unchanged;

#[cfg(test)]
mod author_tests;
#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod failure_tests;
#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod power;
#[cfg(test)]
mod power_tests;
#[cfg(test)]
mod revert_tests;
#[cfg(test)]
mod testing;

use std::path::Path;

pub use change::{Change, Check, Touched};
pub use error::{ApplyError, Stale};
pub use recover::{Recovered, recover};
pub(crate) use recover::{recover_checked, refusal};
pub use revert::{Group, revert, revert_groups};
pub use unchanged::still;

use disk::Disk;
use journal_folder::JournalFolder;
use prepared::PreparedGroup;

use crate::{Author, RelPath, Root};

/// The result of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The changed files, without links.
    pub paths: Vec<RelPath>,
    /// The number of sync calls.
    pub syncs: usize,
}

/// Makes all changes, or none. `journal` is a new folder for this group alone. The caller keeps it as long as
/// [`revert`] must be possible. The author decides which paths are off limits.
pub fn apply(root: &Root, journal: &Path, changes: &[Change], author: Author) -> Result<Applied, ApplyError> {
    apply_on(root, journal, changes, author, &mut Disk::new(&mut |_| Ok(())))
}

/// As [`apply`]. The check can refuse the files after they are written; then the group is rolled back.
pub(crate) fn apply_checked(
    root: &Root,
    journal: &Path,
    changes: &[Change],
    author: Author,
    check: Check<'_>,
) -> Result<(), ApplyError> {
    let mut tripwire = |_: disk::DiskStep<'_>| Ok(());
    let mut disk = Disk::checked(&mut tripwire, check);
    apply_on(root, journal, changes, author, &mut disk).map(|_| ())
}

fn apply_on(
    root: &Root,
    journal: &Path,
    changes: &[Change],
    author: Author,
    disk: &mut Disk<'_>,
) -> Result<Applied, ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    let group = PreparedGroup::of_changes(root, changes, author)?;
    execute(root, journal, &group, disk)
}

/// Whether the group of this journal is finished. Call [`recover`] first.
pub fn is_done(journal: &Path) -> Result<bool, ApplyError> {
    let Some(folder) = JournalFolder::open(journal)? else {
        return Ok(false);
    };
    Ok(folder
        .journal()?
        .is_some_and(|journal| journal.mark == journal::JournalMark::Done))
}

/// The progress of a group, as [`recover`] would find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupState {
    /// There is no journal, or its group is finished.
    Finished,
    /// No file was changed; only staged files are left.
    Staged,
    /// Some files of the group may be changed.
    Begun,
}

/// Changes nothing. A damaged journal counts as begun, because its changes are unknown.
pub(crate) fn group_state(path: &Path) -> Result<GroupState, ApplyError> {
    let Some(folder) = JournalFolder::open(path)? else {
        return Ok(GroupState::Finished);
    };
    let state = |folder: &JournalFolder| match folder.journal() {
        Ok(None) => Ok(GroupState::Staged),
        Ok(Some(journal)) if journal.mark == journal::JournalMark::Begun => Ok(GroupState::Begun),
        Ok(Some(_)) => Ok(GroupState::Finished),
        Err(ApplyError::Damaged(_)) => Ok(GroupState::Begun),
        Err(error) => Err(error),
    };
    match folder.back()?.as_ref().map(state).transpose()? {
        None | Some(GroupState::Finished) => state(&folder),
        Some(back) => Ok(back),
    }
}

/// The files that the group of this journal changes.
pub fn paths_in(journal: &Path) -> Result<Vec<RelPath>, ApplyError> {
    let folder = JournalFolder::open(journal)?;
    let journal = folder.map(|folder| folder.journal()).transpose()?.flatten();
    let paths = journal.iter().flat_map(journal::Journal::files);
    Ok(paths.map(|file| file.path.clone()).collect())
}

/// The caller has the project's lock, and prepared the group under it.
fn execute(root: &Root, journal: &Path, group: &PreparedGroup<'_>, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let folder = JournalFolder::make(journal, disk)?;
    let journal = match stage::stage(root, &folder, group, disk) {
        Ok(journal) => journal,
        Err(cause) => return Err(unless_cleanup_failed(folder.discard(disk), cause)),
    };
    match publish::publish(root, &folder, group, &journal, disk) {
        Ok(()) => Ok(Applied {
            paths: group.files.iter().map(|file| file.path.clone()).collect(),
            syncs: disk.syncs(),
        }),
        Err(cause @ ApplyError::Unfinished { .. }) => Err(cause),
        Err(cause) => Err(unless_cleanup_failed(
            roll_back::roll_back(root, &folder, &journal, disk).map(|_| ()),
            cause,
        )),
    }
}

fn unless_cleanup_failed(cleanup: Result<(), ApplyError>, cause: ApplyError) -> ApplyError {
    match cleanup {
        Ok(()) => cause,
        Err(error) => ApplyError::Unfinished {
            cause: Box::new(cause),
            error: Box::new(error),
        },
    }
}
