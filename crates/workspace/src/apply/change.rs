use super::error::ApplyError;
use crate::{Digest, RelPath};

/// The paths of a group, for a [`Check`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched<'a> {
    pub paths: Vec<&'a RelPath>,
    /// Files and folders that the group has already created.
    pub created: Vec<&'a RelPath>,
}

/// Called before a group is recovered or reverted, and after its files are written. If it fails, the group is not
/// recovered, or is rolled back.
pub type Check<'a> = &'a dyn Fn(&Touched<'_>) -> Result<(), ApplyError>;

/// One file before and after. A file that is edited keeps its mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The path must not exist. Creates missing folders.
    Create {
        path: RelPath,
        content: Vec<u8>,
    },
    /// The file must have the digest `before`.
    Edit {
        path: RelPath,
        before: Digest,
        content: Vec<u8>,
    },
    Delete {
        path: RelPath,
        before: Digest,
    },
}

impl Change {
    /// The changed file.
    pub fn path(&self) -> &RelPath {
        match self {
            Self::Create { path, .. } | Self::Edit { path, .. } | Self::Delete { path, .. } => path,
        }
    }

    /// The digest that the file must have; `None` if it must not exist.
    pub fn before(&self) -> Option<Digest> {
        match self {
            Self::Create { .. } => None,
            Self::Edit { before, .. } | Self::Delete { before, .. } => Some(*before),
        }
    }

    /// The new content; `None` if the file is deleted.
    pub fn content(&self) -> Option<&[u8]> {
        match self {
            Self::Create { content, .. } | Self::Edit { content, .. } => Some(content),
            Self::Delete { .. } => None,
        }
    }
}
