//! Files that go from one folder to another: linked or renamed if the file system can, else copied.

use std::fs::File;
use std::io;

use rustix::io::Errno;

use super::disk::{Disk, Place};
use crate::tree::FileEntry;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Nothing,
    Anything,
}

impl Disk<'_> {
    /// The same bytes, owner and mode under another name. Not synced.
    pub fn copy(&mut self, from: Place<'_>, to: Place<'_>) -> io::Result<File> {
        let mut source = from.0.open_file(from.1)?;
        let entry = FileEntry::of(&source)?;
        let mut copy = self.create(to, 0o600)?;
        self.before_change()?;
        io::copy(&mut source, &mut copy)?;
        self.make_like(&copy, &entry)?;
        Ok(copy)
    }

    /// The same file under a second name, or a copy, which is returned since it has to be synced.
    pub fn link_or_copy(&mut self, from: Place<'_>, to: Place<'_>) -> io::Result<Option<File>> {
        match self.link(from, to) {
            Ok(()) => Ok(None),
            Err(error) if cannot_link(&error) => self.copy(from, to).map(Some),
            Err(error) => Err(error),
        }
    }

    /// Puts a file in its place in one step. From another file system it makes a `stopover` beside its place.
    pub fn put(&mut self, from: Place<'_>, to: Place<'_>, over: Over, stopover: &str) -> io::Result<()> {
        match self.rename_over(from, to, over) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let beside = (to.0, stopover);
                let copy = self.copy(from, beside)?;
                self.sync(&copy)?;
                self.rename_over(beside, to, over)?;
                self.remove(from)
            }
            done => done,
        }
    }

    fn rename_over(&mut self, from: Place<'_>, to: Place<'_>, over: Over) -> io::Result<()> {
        match over {
            Over::Nothing => self.rename_to_nothing(from, to),
            Over::Anything => self.rename(from, to),
        }
    }
}

/// Another file system, one without links, too many links, or a file of somebody else's.
fn cannot_link(error: &io::Error) -> bool {
    let errors = [
        Errno::XDEV,
        Errno::PERM,
        Errno::MLINK,
        Errno::NOTSUP,
        Errno::NOSYS,
        Errno::ACCESS,
    ];
    errors
        .iter()
        .any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}
