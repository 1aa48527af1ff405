//! The operations in a journal.

use crate::{Digest, RelPath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    MakeFolder(RelPath),
    File(FileOp),
    /// Only if the folder is empty.
    RemoveFolder(RelPath),
}

/// The change of one file. `None` stands for a missing file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileOp {
    /// The file's number in the group, part of the names of its staged and kept files.
    pub(super) slot: usize,
    pub(super) path: RelPath,
    pub(super) before: Option<FileState>,
    pub(super) after: Option<FileState>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileState {
    pub(super) digest: Digest,
    pub(super) mode: u32,
}

impl Op {
    pub(super) fn path(&self) -> &RelPath {
        match self {
            Self::MakeFolder(path) | Self::RemoveFolder(path) => path,
            Self::File(op) => &op.path,
        }
    }
}

impl FileOp {
    /// The name of the file with the new content in the journal folder.
    pub(super) fn staged(&self) -> String {
        staged(self.slot)
    }

    /// The name of the file with the old content in the journal folder.
    pub(super) fn kept(&self) -> String {
        kept(self.slot)
    }
}

pub(super) fn staged(slot: usize) -> String {
    format!("{slot}.new")
}

pub(super) fn kept(slot: usize) -> String {
    format!("{slot}.old")
}
