//! Everything that changes the disk, in one place: so that a test can let any of it fail, or the world stop before it.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{AtFlags, Gid, Mode, OFlags, RenameFlags, Uid};
use rustix::io::Errno;

use super::change::{Check, Touched};
use super::error::ApplyError;
use crate::tree::{FileEntry, Folder};

/// What is about to happen.
pub(super) enum Step<'a> {
    Change,
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests ask what is synced"))]
    Sync(BorrowedFd<'a>),
    SyncAll,
}

/// Asked before every step.
pub(super) type Tripwire<'t> = &'t mut dyn FnMut(Step<'_>) -> io::Result<()>;

pub(super) struct Disk<'t> {
    tripwire: Tripwire<'t>,
    check: Check<'t>,
    syncs: usize,
}

/// A name in an open folder.
pub(super) type Place<'a> = (&'a Folder, &'a str);

impl<'t> Disk<'t> {
    pub fn new(tripwire: Tripwire<'t>) -> Self {
        Self::checked(tripwire, &|_| Ok(()))
    }

    pub fn checked(tripwire: Tripwire<'t>, check: Check<'t>) -> Self {
        Self {
            tripwire,
            check,
            syncs: 0,
        }
    }

    pub fn check(&self, touched: &Touched<'_>) -> Result<(), ApplyError> {
        (self.check)(touched)
    }

    pub fn syncs(&self) -> usize {
        self.syncs
    }

    pub fn before_change(&mut self) -> io::Result<()> {
        (self.tripwire)(Step::Change)
    }

    pub fn make_folder(&mut self, (folder, name): Place<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::mkdirat(folder, name, Mode::from_raw_mode(0o777))?)
    }

    pub fn remove_folder(&mut self, (folder, name): Place<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?)
    }

    /// A new file, never one that is there.
    pub fn create(&mut self, (folder, name): Place<'_>, mode: u32) -> io::Result<File> {
        self.before_change()?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(mode);
        Ok(File::from(rustix::fs::openat(folder, name, flags, mode)?))
    }

    pub fn write(&mut self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        self.before_change()?;
        file.write_all(bytes)
    }

    /// Gives a file the owner and the mode of another. Only the owner may be denied to us.
    pub fn make_like(&mut self, file: &File, other: &FileEntry) -> io::Result<()> {
        self.before_change()?;
        let ours = FileEntry::of(file)?;
        let mut mode = other.mode();
        if (ours.0.st_uid, ours.0.st_gid) != (other.0.st_uid, other.0.st_gid) {
            let owner = (Uid::from_raw(other.0.st_uid), Gid::from_raw(other.0.st_gid));
            match rustix::fs::fchown(file, Some(owner.0), Some(owner.1)) {
                Ok(()) => {}
                // It would lend out the rights of somebody else now.
                Err(Errno::PERM) => mode &= 0o1777,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode))?)
    }

    pub fn link(&mut self, from: Place<'_>, to: Place<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::linkat(from.0, from.1, to.0, to.1, AtFlags::empty())?)
    }

    pub fn rename(&mut self, from: Place<'_>, to: Place<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::renameat(from.0, from.1, to.0, to.1)?)
    }

    /// Fails if there is something in its place already.
    pub fn rename_to_nothing(&mut self, from: Place<'_>, to: Place<'_>) -> io::Result<()> {
        self.before_change()?;
        match rustix::fs::renameat_with(from.0, from.1, to.0, to.1, RenameFlags::NOREPLACE) {
            // Not every file system can promise it. A link never replaces anything, either.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                self.link(from, to)?;
                self.remove(from)
            }
            done => Ok(done?),
        }
    }

    pub fn remove(&mut self, (folder, name): Place<'_>) -> io::Result<()> {
        self.before_change()?;
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::empty())?)
    }

    pub fn sync(&mut self, file: &impl AsFd) -> io::Result<()> {
        (self.tripwire)(Step::Sync(file.as_fd()))?;
        self.syncs += 1;
        Ok(rustix::fs::fsync(file)?)
    }

    /// The whole file system that the folder lies on.
    #[cfg(target_os = "linux")]
    pub fn sync_file_system(&mut self, folder: &Folder) -> io::Result<()> {
        (self.tripwire)(Step::SyncAll)?;
        self.syncs += 1;
        Ok(rustix::fs::syncfs(folder)?)
    }

    #[cfg(not(target_os = "linux"))]
    pub fn sync_file_system(&mut self, _: &Folder) -> io::Result<()> {
        Err(Errno::NOSYS.into())
    }
}
