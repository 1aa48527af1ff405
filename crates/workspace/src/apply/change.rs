use crate::{Digest, RelPath};

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
