//! Syncs files and folders with few system calls.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;

use super::JournalFolder;
use super::disk::Disk;
use super::error::ApplyError;
use super::journal::Journal;
use super::journal_folder;
use super::op::Op;
use crate::tree::Folder;
use crate::tree::or_missing;
use crate::{FileError, RelPath, Root};

/// Whether files are synced one by one or together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Batch {
    /// One call for each file.
    Each,
    /// One call for the whole file system. It also waits for the writes of other programs.
    Whole,
}

const FILES_EACH_MAX: usize = 16;
/// With more folders, small groups would need more than six sync calls besides those for their files.
const FOLDERS_EACH_MAX: usize = 2;

impl Batch {
    pub(super) fn for_files(count: usize, folder: &Folder) -> Self {
        Self::of(count > FILES_EACH_MAX, folder)
    }

    fn for_folders(count: usize, root: &Folder) -> Self {
        Self::of(count > FOLDERS_EACH_MAX, root)
    }

    fn of(is_worth_it: bool, folder: &Folder) -> Self {
        match is_worth_it && reports_sync_errors(folder) {
            true => Self::Whole,
            false => Self::Each,
        }
    }
}

impl JournalFolder {
    /// Syncs the journal and the names in its folder; with [`Batch::Whole`], also the content of the files.
    pub(super) fn sync(&self, batch: Batch, journal: &File, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        let synced = match batch {
            Batch::Whole => disk.sync_file_system(&self.folder),
            Batch::Each => disk.sync(journal).and_then(|()| disk.sync(&self.folder)),
        };
        synced.map_err(|source| journal_folder::failed("sync the journal", self.path(), source))
    }
}

/// Syncs every folder that has created, renamed or removed entries.
pub(super) fn sync_folders(root: &Root, journal: &Journal, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
    let folders: BTreeSet<Option<RelPath>> = journal.ops.iter().map(|op| Op::path(op).parent()).collect();
    let top = root.folder(None).map_err(FileError::Root)?;
    let batch = Batch::for_folders(folders.len(), &top);
    if batch == Batch::Whole {
        disk.sync_file_system(&top).map_err(FileError::Root)?;
    }
    for path in &folders {
        let failed = |error| match path {
            Some(path) => ApplyError::io("sync", path, error),
            None => FileError::Root(error).into(),
        };
        // The sync of its parent makes a removed folder durable.
        let Some(folder) = or_missing(root.folder(path.as_ref())).map_err(failed)? else {
            continue;
        };
        if batch == Batch::Each || !is_on_same_device(&top, &folder).map_err(failed)? {
            disk.sync(&folder).map_err(failed)?;
        }
    }
    Ok(())
}

fn is_on_same_device(a: &Folder, b: &Folder) -> io::Result<bool> {
    Ok(rustix::fs::fstat(a)?.st_dev == rustix::fs::fstat(b)?.st_dev)
}

/// Whether a sync of the whole file system reports write errors: only some file systems do, since Linux 5.8.
#[cfg(target_os = "linux")]
fn reports_sync_errors(folder: &Folder) -> bool {
    const EXT: u64 = 0xEF53;
    const XFS: u64 = 0x5846_5342;
    const BTRFS: u64 = 0x9123_683E;
    const F2FS: u64 = 0xF2F5_2010;
    const TMPFS: u64 = 0x0102_1994;
    let magic = rustix::fs::fstatfs(folder).map(|found| u64::try_from(found.f_type));
    let is_known = matches!(magic, Ok(Ok(EXT | XFS | BTRFS | F2FS | TMPFS)));
    is_known && is_since(rustix::system::uname().release().to_str().unwrap_or_default(), (5, 8))
}

#[cfg(not(target_os = "linux"))]
fn reports_sync_errors(_: &Folder) -> bool {
    false
}

#[cfg(target_os = "linux")]
fn is_since(release: &str, wanted: (u32, u32)) -> bool {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    matches!((numbers.next(), numbers.next()), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= wanted)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_by_number() {
        for (release, expected) in [
            ("5.8.0", true),
            ("5.10-rc1", true),
            ("6.18.44-fc", true),
            ("5.7.19", false),
            ("4.19.0", false),
            ("", false),
        ] {
            assert_eq!(is_since(release, (5, 8)), expected, "{release}");
        }
    }
}
