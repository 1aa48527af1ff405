use std::fs::File;
use std::io::Read;

use super::folder::FileEntry;
use super::{FileError, LastLink, Root, is_missing};
use crate::{Access, Digest, RelPath};

/// The content of a file at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub bytes: Vec<u8>,
    /// Permission bits.
    pub mode: u32,
    pub digest: Digest,
    /// The file has more than one hard link.
    pub has_other_names: bool,
}

impl Content {
    /// `None` if the content is not UTF-8.
    pub fn text(&self) -> Option<&str> {
        str::from_utf8(&self.bytes).ok()
    }
}

impl Root {
    /// Reads a file. Follows links inside of the project. A file of more than `limit` bytes is an error and is not read.
    pub fn read(&self, path: &RelPath, limit: usize) -> Result<Content, FileError> {
        path.permit(Access::Read)?;
        let real = self.real(path, LastLink::Follow)?;
        real.permit(Access::Read)?;
        let Some((file, entry)) = self.open_regular(&real)? else {
            return Err(FileError::Missing { path: path.clone() });
        };
        let too_large = |bytes: usize| FileError::TooLarge {
            path: path.clone(),
            bytes: u64::try_from(bytes).unwrap_or(u64::MAX),
            limit,
        };
        let size = entry.size();
        if size > limit {
            return Err(too_large(size));
        }
        let mut bytes = Vec::with_capacity(size);
        // The file may grow meanwhile.
        let room = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        file.take(room)
            .read_to_end(&mut bytes)
            .map_err(|error| FileError::io("read", path, error))?;
        if bytes.len() > limit {
            return Err(too_large(bytes.len()));
        }
        Ok(Content {
            digest: Digest::of(&bytes),
            mode: entry.mode(),
            has_other_names: entry.has_other_names(),
            bytes,
        })
    }

    /// Reads a text file; `None` if it does not exist.
    pub fn read_text(&self, path: &RelPath, limit: usize) -> Result<Option<String>, FileError> {
        let bytes = match self.read(path, limit) {
            Ok(content) => content.bytes,
            Err(FileError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = String::from_utf8(bytes).map_err(|_| FileError::NotText { path: path.clone() });
        text.map(Some)
    }

    /// Opens the regular file at a path without links; `None` if it does not exist.
    pub(crate) fn open_regular(&self, path: &RelPath) -> Result<Option<(File, FileEntry)>, FileError> {
        let failed = |error| FileError::io("open", path, error);
        let parent = match self.parent(path) {
            Ok(parent) => parent,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let refuse = |found: &FileEntry| FileError::NotAFile {
            path: path.clone(),
            found: found.noun(),
        };
        match parent.entry(path.name()).map_err(failed)? {
            None => return Ok(None),
            // Opening a device can have side effects.
            Some(entry) if !entry.is_file() => return Err(refuse(&entry)),
            Some(_) => {}
        }
        let file = parent.open_file(path.name()).map_err(failed)?;
        let entry = FileEntry::of(&file).map_err(failed)?;
        match entry.is_file() {
            true => Ok(Some((file, entry))),
            false => Err(refuse(&entry)),
        }
    }
}
