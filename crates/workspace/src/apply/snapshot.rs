use super::op::FileState;
use crate::tree::FileEntry;
use crate::{Digest, FileError, RelPath, Root};

/// A file at one moment.
pub(super) struct FileSnapshot {
    pub(super) state: FileState,
    pub(super) entry: FileEntry,
}

impl FileSnapshot {
    /// `path` must not contain links. `None` if the file does not exist.
    pub(super) fn take(root: &Root, path: &RelPath) -> Result<Option<Self>, FileError> {
        let Some((file, entry)) = root.open_regular(path)? else {
            return Ok(None);
        };
        let digest = Digest::of_reader(file).map_err(|error| FileError::io("read", path, error))?;
        Ok(Some(Self {
            state: FileState {
                digest,
                mode: entry.mode(),
            },
            entry,
        }))
    }

    pub(super) fn state(root: &Root, path: &RelPath) -> Result<Option<FileState>, FileError> {
        Ok(Self::take(root, path)?.map(|seen| seen.state))
    }

    /// Whether this is the same file with the same size and modification time, and therefore with the same content.
    pub(super) fn is_still(&self, entry: Option<&FileEntry>) -> bool {
        let FileEntry(then) = &self.entry;
        entry.is_some_and(|FileEntry(now)| {
            (then.st_dev, then.st_ino, then.st_size) == (now.st_dev, now.st_ino, now.st_size)
                && (then.st_mtime, then.st_mtime_nsec) == (now.st_mtime, now.st_mtime_nsec)
        })
    }

    pub(super) fn has_other_names(&self) -> bool {
        self.entry.has_other_names()
    }
}
