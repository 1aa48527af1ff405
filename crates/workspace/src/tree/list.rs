use rustix::fs::FileType;

use super::{FileError, Last, Root};
use crate::{Access, RelPath};

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a socket, a device.
    Special,
}

impl Root {
    /// What lies in a folder, by name; in the root for `None`. Names that are not text are left out.
    pub fn list(&self, path: Option<&RelPath>) -> Result<Vec<Entry>, FileError> {
        let Some(path) = path else {
            return self.entries(None).map_err(FileError::Root);
        };
        let real = self.real(path, Last::Follow)?;
        real.permit(Access::Read)?;
        self.entries(Some(&real))
            .map_err(|error| FileError::io("list", path, error))
    }

    fn entries(&self, path: Option<&RelPath>) -> std::io::Result<Vec<Entry>> {
        let folder = self.folder(path)?;
        let mut entries = Vec::new();
        for name in folder.names()? {
            // Who vanished since is not there.
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
