use std::io;

use super::folder::FOLDER_NOUN;
use crate::{OffLimits, RelPath};

/// Why a file of the project could not be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error(transparent)]
    OffLimits(#[from] OffLimits),
    #[error("{path} leaves the project: {link} is a link to {target:?}")]
    Outside {
        path: RelPath,
        link: String,
        target: String,
    },
    /// planwright refuses links in its own folders: a clone could redirect it to any file with them.
    #[error("{path} is not used: {link} is a link; put a file or folder in its place")]
    Link { path: RelPath, link: String },
    #[error("{path} does not exist")]
    Missing { path: RelPath },
    #[error("{path} is {found}, not a regular file")]
    NotAFile { path: RelPath, found: &'static str },
    #[error("{path} is not a UTF-8 text file")]
    NotText { path: RelPath },
    #[error("{path} has {bytes} bytes, more than {limit}")]
    TooLarge { path: RelPath, bytes: u64, limit: usize },
    #[error("the project's root folder cannot be used: {0}")]
    Root(io::Error),
    #[error("{path}: cannot {verb}: {source}")]
    Io {
        verb: &'static str,
        path: RelPath,
        source: io::Error,
    },
}

impl FileError {
    /// Whether a folder is in the place of the file.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::NotAFile { found, .. } if *found == FOLDER_NOUN)
    }

    /// The file that the error is about; `None` for the root.
    pub fn path(&self) -> Option<&RelPath> {
        match self {
            Self::OffLimits(error) => Some(&error.path),
            Self::Outside { path, .. }
            | Self::Link { path, .. }
            | Self::Missing { path }
            | Self::NotAFile { path, .. }
            | Self::NotText { path }
            | Self::TooLarge { path, .. }
            | Self::Io { path, .. } => Some(path),
            Self::Root(_) => None,
        }
    }

    pub(crate) fn io(verb: &'static str, path: &RelPath, source: io::Error) -> Self {
        let path = path.clone();
        Self::Io { verb, path, source }
    }
}
