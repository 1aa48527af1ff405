use std::io;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::{Folder, Root};

/// Held by one process at a time; the kernel frees it when its holder dies.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "closing it frees the lock")] Folder);

impl Root {
    /// Waits until nobody else changes files here.
    pub(crate) fn lock(&self) -> io::Result<Lock> {
        // A lock belongs to the handle, so threads that share the root need handles of their own.
        let handle = self.folder(None)?;
        match flock(&handle, FlockOperation::LockExclusive) {
            // Some network file systems cannot lock a folder. That must not end all work there.
            Ok(()) | Err(Errno::BADF | Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS) => Ok(Lock(handle)),
            Err(error) => Err(error.into()),
        }
    }

    /// A shared lock for reading journals: no process writes them meanwhile. `None` while a process changes files here.
    pub(crate) fn lock_for_look(&self) -> io::Result<Option<Lock>> {
        let handle = self.folder(None)?;
        match flock(&handle, FlockOperation::NonBlockingLockShared) {
            Ok(()) | Err(Errno::BADF | Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS) => Ok(Some(Lock(handle))),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
