use std::io;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::{Folder, Root};

/// The project's lock for file changes. The kernel releases it when the process ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "closing it frees the lock")] Folder);

impl Root {
    /// Waits until no other process changes files of the project.
    pub(crate) fn lock(&self) -> io::Result<Lock> {
        // A lock belongs to a handle, so each thread needs its own handle.
        let handle = self.folder(None)?;
        match flock(&handle, FlockOperation::LockExclusive) {
            // Some network file systems cannot lock folders. Changes are still possible there.
            Ok(()) | Err(Errno::BADF | Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS) => Ok(Lock(handle)),
            Err(error) => Err(error.into()),
        }
    }

    /// A shared lock for reading journals: no process writes them meanwhile. `None` while a process changes files here.
    pub(crate) fn lock_for_reading(&self) -> io::Result<Option<Lock>> {
        let handle = self.folder(None)?;
        match flock(&handle, FlockOperation::NonBlockingLockShared) {
            Ok(()) | Err(Errno::BADF | Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS) => Ok(Some(Lock(handle))),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
