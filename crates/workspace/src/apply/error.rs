use std::fmt;
use std::io;
use std::path::PathBuf;

use super::op::FileState;
use crate::{Digest, FileError, OffLimits, RelPath};

/// Why a group of changes was not made or not reverted. No file has changed, except for [`Self::Unfinished`].
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error("{}", list(.0))]
    Stale(Vec<Stale>),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path} is changed twice in one group")]
    Twice { path: RelPath },
    #[error("{path} would be a file and a folder at once")]
    FileAndFolder { path: RelPath },
    #[error("{path}: its saved copy has changed, so it cannot be restored")]
    Spoiled { path: RelPath },
    #[error("{} already contains changes", .0.display())]
    InUse(PathBuf),
    #[error("{} contains no finished changes", .0.display())]
    NotApplied(PathBuf),
    #[error("{}: these changes are already reverted", .0.display())]
    RevertedBefore(PathBuf),
    #[error("{}: the journal is damaged", .0.display())]
    Damaged(PathBuf),
    /// A file that only a person may approve to change.
    #[error("{why}")]
    Guarded { path: Option<RelPath>, why: String },
    /// Nothing was recovered.
    #[error("{}: these changes are refused: {why}", journal.display())]
    NotRecovered { journal: PathBuf, why: Box<Self> },
    #[error("{path}: no execution began to change it")]
    NotBegun { path: RelPath },
    #[error("cannot lock the project: {0}")]
    Lock(io::Error),
    #[error("{}: cannot {verb}: {source}", folder.display())]
    Journal {
        verb: &'static str,
        folder: PathBuf,
        source: io::Error,
    },
    /// Some files may be changed. `recover` restores or finishes them.
    #[error("{cause}; restoring the files failed, too: {error}")]
    Unfinished { cause: Box<Self>, error: Box<Self> },
}

/// A file that differs from what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    pub path: RelPath,
    /// `None`: no file.
    pub expected: Option<Digest>,
    pub found: Option<Digest>,
}

impl Stale {
    pub(super) fn of_states(path: &RelPath, expected: Option<FileState>, found: Option<FileState>) -> Self {
        Self {
            path: path.clone(),
            expected: expected.map(|state| state.digest),
            found: found.map(|state| state.digest),
        }
    }
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.expected, self.found) {
            (None, _) => "exists now",
            (Some(_), None) => "is gone",
            (Some(expected), Some(found)) if expected == found => "has another mode now",
            (Some(_), Some(_)) => "has other content now",
        };
        write!(f, "{} {what}", self.path)
    }
}

impl From<OffLimits> for ApplyError {
    fn from(error: OffLimits) -> Self {
        Self::File(error.into())
    }
}

impl ApplyError {
    /// The file that the error is about, if there is one.
    pub fn path(&self) -> Option<&RelPath> {
        match self {
            Self::Stale(stale) => stale.first().map(|stale| &stale.path),
            Self::File(error) => error.path(),
            Self::Twice { path } | Self::FileAndFolder { path } | Self::Spoiled { path } | Self::NotBegun { path } => {
                Some(path)
            }
            Self::Unfinished { cause, .. } | Self::NotRecovered { why: cause, .. } => cause.path(),
            Self::Guarded { path, .. } => path.as_ref(),
            _ => None,
        }
    }

    pub(super) fn io(verb: &'static str, path: &RelPath, source: io::Error) -> Self {
        Self::File(FileError::io(verb, path, source))
    }
}

fn list(stale: &[Stale]) -> String {
    let all: Vec<String> = stale.iter().map(Stale::to_string).collect();
    all.join("; ")
}
