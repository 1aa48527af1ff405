use super::error::ApplyError;
use crate::{Digest, RelPath};

/// The paths of a group. A caller can refuse some of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched<'a> {
    pub paths: Vec<&'a RelPath>,
    /// Those files and folders that the group has already created.
    pub created: Vec<&'a RelPath>,
}

/// Called before a group is recovered or reverted, and again when the files of a group are in their places. If it fails,
/// the group is not recovered, or all of it is put back.
pub type Check<'a> = &'a dyn Fn(&Touched<'_>) -> Result<(), ApplyError>;

/// One file before and after. A file that is edited keeps its mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// There must be nothing yet. Missing folders are made.
    Create {
        path: RelPath,
        content: Vec<u8>,
    },
    /// The file must have the content that this digest stands for.
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
    pub fn path(&self) -> &RelPath {
        match self {
            Self::Create { path, .. } | Self::Edit { path, .. } | Self::Delete { path, .. } => path,
        }
    }

    /// What must be there; `None` if nothing may be.
    pub fn before(&self) -> Option<Digest> {
        match self {
            Self::Create { .. } => None,
            Self::Edit { before, .. } | Self::Delete { before, .. } => Some(*before),
        }
    }

    /// What will be there; `None` if nothing.
    pub fn content(&self) -> Option<&[u8]> {
        match self {
            Self::Create { content, .. } | Self::Edit { content, .. } => Some(content),
            Self::Delete { .. } => None,
        }
    }
}
