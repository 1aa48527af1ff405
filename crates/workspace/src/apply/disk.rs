//! All operations that change the disk, so that a test can make any of them fail or stop before it.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{AtFlags, Gid, Mode, OFlags, RenameFlags, Uid};
use rustix::io::Errno;

use super::change::{Check, Touched};
use super::error::ApplyError;
use crate::tree::{FileEntry, Folder};

/// The next operation.
pub(super) enum DiskStep<'a> {
    Change,
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests read what is synced"))]
    Sync(BorrowedFd<'a>),
    SyncAll,
}

/// Called before every operation.
pub(super) type Tripwire<'t> = &'t mut dyn FnMut(DiskStep<'_>) -> io::Result<()>;

pub(super) struct Disk<'t> {
    tripwire: Tripwire<'t>,
    check: Check<'t>,
    syncs: usize,
}

/// A name in an open folder.
pub(super) type EntryPath<'a> = (&'a Folder, &'a str);

impl<'t> Disk<'t> {
    pub(super) fn new(tripwire: Tripwire<'t>) -> Self {
        Self::checked(tripwire, &|_| Ok(()))
    }

    pub(super) fn checked(tripwire: Tripwire<'t>, check: Check<'t>) -> Self {
        Self {
            tripwire,
            check,
            syncs: 0,
        }
    }

    pub(super) fn check(&self, touched: &Touched<'_>) -> Result<(), ApplyError> {
        (self.check)(touched)
    }

    pub(super) fn syncs(&self) -> usize {
        self.syncs
    }

    pub(super) fn before_change(&mut self) -> io::Result<()> {
        (self.tripwire)(DiskStep::Change)
    }

    pub(super) fn make_folder(&mut self, (folder, name): EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::mkdirat(folder, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn remove_folder(&mut self, (folder, name): EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?)
    }

    /// Creates a file that must not exist yet.
    pub(super) fn create(&mut self, (folder, name): EntryPath<'_>, mode: u32) -> io::Result<File> {
        self.before_change()?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(mode);
        Ok(File::from(rustix::fs::openat(folder, name, flags, mode)?))
    }

    pub(super) fn write(&mut self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        self.before_change()?;
        file.write_all(bytes)
    }

    /// Copies owner and mode of another file. The mode is copied even if changing the owner is not permitted.
    pub(super) fn make_like(&mut self, file: &File, other: &FileEntry) -> io::Result<()> {
        self.before_change()?;
        let ours = FileEntry::of(file)?;
        let mut mode = other.mode();
        if (ours.0.st_uid, ours.0.st_gid) != (other.0.st_uid, other.0.st_gid) {
            let owner = (Uid::from_raw(other.0.st_uid), Gid::from_raw(other.0.st_gid));
            match rustix::fs::fchown(file, Some(owner.0), Some(owner.1)) {
                Ok(()) => {}
                // With this process's owner, a set-user-ID bit would grant other rights than before.
                Err(Errno::PERM) => mode &= 0o1777,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode))?)
    }

    pub(super) fn link(&mut self, from: EntryPath<'_>, to: EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::linkat(from.0, from.1, to.0, to.1, AtFlags::empty())?)
    }

    pub(super) fn rename(&mut self, from: EntryPath<'_>, to: EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::renameat(from.0, from.1, to.0, to.1)?)
    }

    /// Fails if the target exists.
    pub(super) fn rename_new(&mut self, from: EntryPath<'_>, to: EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        match rustix::fs::renameat_with(from.0, from.1, to.0, to.1, RenameFlags::NOREPLACE) {
            // Not every file system supports this flag. A hard link never replaces a file either.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                self.link(from, to)?;
                self.remove(from)
            }
            done => Ok(done?),
        }
    }

    pub(super) fn remove(&mut self, (folder, name): EntryPath<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::empty())?)
    }

    pub(super) fn sync(&mut self, file: &impl AsFd) -> io::Result<()> {
        (self.tripwire)(DiskStep::Sync(file.as_fd()))?;
        self.syncs += 1;
        Ok(rustix::fs::fsync(file)?)
    }

    /// Syncs the whole file system of the folder.
    #[cfg(target_os = "linux")]
    pub(super) fn sync_file_system(&mut self, folder: &Folder) -> io::Result<()> {
        (self.tripwire)(DiskStep::SyncAll)?;
        self.syncs += 1;
        Ok(rustix::fs::syncfs(folder)?)
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn sync_file_system(&mut self, _: &Folder) -> io::Result<()> {
        Err(Errno::NOSYS.into())
    }
}
