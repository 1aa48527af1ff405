//! Moves files between folders: links or renames them if the file system allows it, otherwise copies them.

use std::fs::File;
use std::io;

use rustix::io::Errno;

use super::disk::{Disk, EntryPath};
use crate::tree::FileEntry;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overwrite {
    Never,
    Allowed,
}

impl Disk<'_> {
    /// Copies content, owner and mode. Does not sync.
    pub(super) fn copy(&mut self, from: EntryPath<'_>, to: EntryPath<'_>) -> io::Result<File> {
        let mut source = from.0.open_file(from.1)?;
        let entry = FileEntry::of(&source)?;
        let mut copy = self.create(to, 0o600)?;
        self.before_change()?;
        io::copy(&mut source, &mut copy)?;
        self.make_like(&copy, &entry)?;
        Ok(copy)
    }

    /// Creates a hard link, or a copy. Returns the copy, because the caller must sync it.
    pub(super) fn link_or_copy(&mut self, from: EntryPath<'_>, to: EntryPath<'_>) -> io::Result<Option<File>> {
        match self.link(from, to) {
            Ok(()) => Ok(None),
            Err(error) if cannot_link(&error) => self.copy(from, to).map(Some),
            Err(error) => Err(error),
        }
    }

    /// Moves a file atomically. From another file system, it is first copied to the name `temporary` beside its target.
    pub(super) fn put(
        &mut self,
        from: EntryPath<'_>,
        to: EntryPath<'_>,
        overwrite: Overwrite,
        temporary: &str,
    ) -> io::Result<()> {
        match self.rename_with(from, to, overwrite) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                let beside = (to.0, temporary);
                let copy = self.copy(from, beside)?;
                self.sync(&copy)?;
                self.rename_with(beside, to, overwrite)?;
                self.remove(from)
            }
            done => done,
        }
    }

    fn rename_with(&mut self, from: EntryPath<'_>, to: EntryPath<'_>, overwrite: Overwrite) -> io::Result<()> {
        match overwrite {
            Overwrite::Never => self.rename_new(from, to),
            Overwrite::Allowed => self.rename(from, to),
        }
    }
}

/// Another file system, one without links, too many links, or a file of another user.
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
