//! Changes of files in groups: all of them happen, or none.
//!
//! A group is checked against what was expected, then staged in its journal folder together with what it replaces.
//! Only when all of that is safe on disk are the staged files renamed into place. Whoever dies on the way leaves a
//! journal from which [`recover`] puts everything back, and a finished group keeps what [`revert`] needs.
//!
//! What a change means, and who approved it, is not known here.

mod change;
mod copy;
mod disk;
mod draft;
mod error;
mod filing;
mod journal;
mod op;
mod publish;
mod recover;
mod revert;
mod roll_back;
mod seen;
mod stage;
mod still;
mod sync;

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
pub use still::still;

use disk::Disk;
use draft::Draft;
use filing::Filing;

use crate::{Author, RelPath, Root};

/// What a group did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Where the changes went, links followed.
    pub paths: Vec<RelPath>,
    /// How often the disk was asked to make sure.
    pub syncs: usize,
}

/// Makes all changes, or none and says why. `journal` is a folder for this group alone; it is made, and it stays for
/// [`revert`] as long as the caller keeps it. Which places are closed depends on the author.
pub fn apply(root: &Root, journal: &Path, changes: &[Change], author: Author) -> Result<Applied, ApplyError> {
    apply_on(root, journal, changes, author, &mut Disk::new(&mut |_| Ok(())))
}

/// As [`apply`]. When the files are in their places, the check can still refuse them.
pub(crate) fn apply_checked(
    root: &Root,
    journal: &Path,
    changes: &[Change],
    author: Author,
    check: Check<'_>,
) -> Result<(), ApplyError> {
    let mut tripwire = |_: disk::Step<'_>| Ok(());
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
    let draft = Draft::of_changes(root, changes, author)?;
    carry_out(root, journal, &draft, disk)
}

/// Whether the group of this journal has happened. To be asked after [`recover`].
pub fn is_done(journal: &Path) -> Result<bool, ApplyError> {
    let Some(filing) = Filing::open(journal)? else {
        return Ok(false);
    };
    Ok(filing
        .journal()?
        .is_some_and(|journal| journal.mark == journal::Mark::Done))
}

/// How far the group of a journal came, as [`recover`] would find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupState {
    /// There is no journal, or its group is finished.
    Over,
    /// No file was changed; only staged files are left.
    Staged,
    /// Some files of the group may be changed.
    Begun,
}

/// Changes nothing. A damaged journal counts as begun, because its changes are unknown.
pub(crate) fn group_state(path: &Path) -> Result<GroupState, ApplyError> {
    let Some(filing) = Filing::open(path)? else {
        return Ok(GroupState::Over);
    };
    let state = |filing: &Filing| match filing.journal() {
        Ok(None) => Ok(GroupState::Staged),
        Ok(Some(journal)) if journal.mark == journal::Mark::Begun => Ok(GroupState::Begun),
        Ok(Some(_)) => Ok(GroupState::Over),
        Err(ApplyError::Damaged(_)) => Ok(GroupState::Begun),
        Err(error) => Err(error),
    };
    match filing.back()?.as_ref().map(state).transpose()? {
        None | Some(GroupState::Over) => state(&filing),
        Some(back) => Ok(back),
    }
}

/// The files that the group of this journal is about.
pub fn paths_in(journal: &Path) -> Result<Vec<RelPath>, ApplyError> {
    let filing = Filing::open(journal)?;
    let journal = filing.map(|filing| filing.journal()).transpose()?.flatten();
    let paths = journal.iter().flat_map(journal::Journal::files);
    Ok(paths.map(|file| file.path.clone()).collect())
}

/// The caller holds the lock, and has just made the draft.
fn carry_out(root: &Root, journal: &Path, draft: &Draft<'_>, disk: &mut Disk<'_>) -> Result<Applied, ApplyError> {
    let filing = Filing::make(journal, disk)?;
    let journal = match stage::stage(root, &filing, draft, disk) {
        Ok(journal) => journal,
        Err(cause) => return Err(unless_failed(filing.discard(disk), cause)),
    };
    match publish::publish(root, &filing, draft, &journal, disk) {
        Ok(()) => Ok(Applied {
            paths: draft.files.iter().map(|file| file.path.clone()).collect(),
            syncs: disk.syncs(),
        }),
        Err(cause @ ApplyError::Unfinished { .. }) => Err(cause),
        Err(cause) => Err(unless_failed(
            roll_back::roll_back(root, &filing, &journal, disk).map(|_| ()),
            cause,
        )),
    }
}

fn unless_failed(put_back: Result<(), ApplyError>, cause: ApplyError) -> ApplyError {
    match put_back {
        Ok(()) => cause,
        Err(error) => ApplyError::Unfinished {
            cause: Box::new(cause),
            error: Box::new(error),
        },
    }
}
