//! The project's files, through one folder that was opened once.
//!
//! Every path is walked from that folder by the kernel without following a link, so that nobody who moves folders and
//! links about can lead us outside. Links that stay inside are followed here, by name, and the place they lead to is
//! judged like any other.

mod error;
mod folder;
mod links;
mod list;
mod lock;
mod own;
mod own_path;
mod put;
mod read;
mod walk;

#[cfg(test)]
mod tree_tests;

use std::io;
use std::path::Path;

pub use error::FileError;
pub use list::{Entry, Kind};
pub use own_path::OwnPath;
pub use read::Content;

pub(crate) use folder::{FileEntry, Folder};
pub(crate) use links::Last;
pub(crate) use own_path::or_missing;
pub(crate) use walk::Way;

use crate::{Found, RelPath};

/// A project's folder. It stays the same folder when something else takes its name.
#[derive(Debug)]
pub struct Root {
    folder: Folder,
    way: Way,
}

impl Root {
    pub fn open(path: &Path) -> io::Result<Self> {
        let folder = Folder::open(path)?;
        let way = Way::best(&folder);
        Ok(Self { folder, way })
    }

    /// Walks as on kernels that have no `openat2`, for those who want to see that nothing else changes.
    pub fn open_step_by_step(path: &Path) -> io::Result<Self> {
        let (folder, way) = (Folder::open(path)?, Way::StepByStep);
        Ok(Self { folder, way })
    }

    #[cfg(test)]
    pub(crate) fn open_by(path: &Path, way: Way) -> io::Result<Self> {
        let folder = Folder::open(path)?;
        Ok(Self { folder, way })
    }

    /// What is at a path, links followed. What lies outside is missing, whatever is there.
    pub fn look_up(&self, path: &RelPath) -> Result<Found, FileError> {
        let path = match self.real(path, Last::Follow) {
            Ok(path) => path,
            Err(FileError::Outside { .. }) => return Ok(Found::Missing),
            Err(error) => return Err(error),
        };
        let failed = |source| FileError::io("look at", &path, source);
        match self.parent(&path) {
            Ok(parent) => Ok(match parent.entry(path.name()).map_err(failed)? {
                None => Found::Missing,
                Some(entry) if entry.is_folder() => Found::Folder,
                Some(_) => Found::File,
            }),
            Err(error) if is_missing(&error) => Ok(Found::Missing),
            Err(error) => Err(failed(error)),
        }
    }

    /// The folder at a path without links; the root for `None`.
    pub(crate) fn folder(&self, path: Option<&RelPath>) -> io::Result<Folder> {
        match path {
            Some(path) => self.folder_at(Path::new(path.as_str())),
            None => self.folder.again(),
        }
    }

    /// As [`Self::folder`], for paths that are not UTF-8. The empty path is the root.
    pub(crate) fn folder_at(&self, path: &Path) -> io::Result<Folder> {
        match path.as_os_str().is_empty() {
            true => self.folder.again(),
            false => self.way.open_folder(&self.folder, path),
        }
    }

    pub(crate) fn parent(&self, path: &RelPath) -> io::Result<Folder> {
        self.folder(path.parent().as_ref())
    }
}

/// A file in the place of a folder has nothing below it, either.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
