use super::op::State;
use crate::tree::FileEntry;
use crate::{Digest, FileError, RelPath, Root};

/// A file as it was when we looked.
pub(super) struct Seen {
    pub state: State,
    pub entry: FileEntry,
}

impl Seen {
    /// At a path without links; `None` if nothing is there.
    pub fn look(root: &Root, path: &RelPath) -> Result<Option<Self>, FileError> {
        let Some((file, entry)) = root.open_regular(path)? else {
            return Ok(None);
        };
        let digest = Digest::of_reader(file).map_err(|error| FileError::io("read", path, error))?;
        Ok(Some(Self {
            state: State {
                digest,
                mode: entry.mode(),
            },
            entry,
        }))
    }

    pub fn state(root: &Root, path: &RelPath) -> Result<Option<State>, FileError> {
        Ok(Self::look(root, path)?.map(|seen| seen.state))
    }

    /// The same file, not written since: then its content is the same, too.
    pub fn is_still(&self, entry: Option<&FileEntry>) -> bool {
        let FileEntry(then) = &self.entry;
        entry.is_some_and(|FileEntry(now)| {
            (then.st_dev, then.st_ino, then.st_size) == (now.st_dev, now.st_ino, now.st_size)
                && (then.st_mtime, then.st_mtime_nsec) == (now.st_mtime, now.st_mtime_nsec)
        })
    }

    pub fn has_other_names(&self) -> bool {
        self.entry.has_other_names()
    }
}
