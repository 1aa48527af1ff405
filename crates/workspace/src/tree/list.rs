use rustix::fs::FileType;

use super::{FileError, LastLink, Root};
use crate::{Access, RelPath};

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub kind: Kind,
}

/// The kind of a directory entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl Root {
    /// The entries of a folder, by name; of the root for `None`. Leaves out names that are not UTF-8.
    pub fn list(&self, path: Option<&RelPath>) -> Result<Vec<Entry>, FileError> {
        let Some(path) = path else {
            return self.entries(None).map_err(FileError::Root);
        };
        let real = self.real(path, LastLink::Follow)?;
        real.permit(Access::Read)?;
        self.entries(Some(&real))
            .map_err(|error| FileError::io("list", path, error))
    }

    fn entries(&self, path: Option<&RelPath>) -> std::io::Result<Vec<Entry>> {
        let folder = self.folder(path)?;
        let mut entries = Vec::new();
        for name in folder.names()? {
            // The entry may have been removed meanwhile.
            if let Some(entry) = folder.entry(&name)? {
                let kind = Kind::of(entry.kind());
                entries.push(Entry { name, kind });
            }
        }
        Ok(entries)
    }
}

impl Kind {
    fn of(found: FileType) -> Self {
        match found {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Folder,
            FileType::Symlink => Self::Link,
            _ => Self::Special,
        }
    }
}
