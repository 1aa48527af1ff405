//! Access to the project's files through one folder handle that is opened once.
//!
//! The kernel opens every path from that folder and follows no link, so that a program that moves folders and links cannot
//! redirect planwright. This module resolves links inside of the project by name, and checks the target like any path.

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
pub(crate) use links::LastLink;
pub(crate) use own_path::or_missing;
pub(crate) use walk::PathWalk;

use crate::{Found, RelPath};

/// A project's folder. It stays the same folder when something else takes its name.
#[derive(Debug)]
pub struct Root {
    folder: Folder,
    walk: PathWalk,
}

impl Root {
    /// Opens the folder of a project.
    pub fn open(path: &Path) -> io::Result<Self> {
        let folder = Folder::open(path)?;
        let walk = PathWalk::best(&folder);
        Ok(Self { folder, walk })
    }

    /// As [`Self::open`], without `openat2`. For tests of the fallback for old kernels.
    pub fn open_step_by_step(path: &Path) -> io::Result<Self> {
        let (folder, walk) = (Folder::open(path)?, PathWalk::StepByStep);
        Ok(Self { folder, walk })
    }

    #[cfg(test)]
    pub(crate) fn open_by(path: &Path, walk: PathWalk) -> io::Result<Self> {
        let folder = Folder::open(path)?;
        Ok(Self { folder, walk })
    }

    /// The kind of file at a path. Follows links; a target outside of the project counts as missing.
    pub fn look_up(&self, path: &RelPath) -> Result<Found, FileError> {
        let path = match self.real(path, LastLink::Follow) {
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
            false => self.walk.open_folder(&self.folder, path),
        }
    }

    pub(crate) fn parent(&self, path: &RelPath) -> io::Result<Folder> {
        self.folder(path.parent().as_ref())
    }
}

/// A file in the place of a parent folder also means that the path does not exist.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
