//! What a group does to the tree, in the words of its journal.

use crate::{Digest, RelPath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    MakeFolder(RelPath),
    File(FileOp),
    /// If it is empty.
    RemoveFolder(RelPath),
}

/// A file that goes from one state to another; `None` is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileOp {
    /// Its number in the group, which names what is staged and kept for it.
    pub slot: usize,
    pub path: RelPath,
    pub before: Option<State>,
    pub after: Option<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub digest: Digest,
    pub mode: u32,
}

impl Op {
    pub fn path(&self) -> &RelPath {
        match self {
            Self::MakeFolder(path) | Self::RemoveFolder(path) => path,
            Self::File(op) => &op.path,
        }
    }
}

impl FileOp {
    /// The name of the new content in the journal folder.
    pub fn staged(&self) -> String {
        staged(self.slot)
    }

    /// The name of the old content in the journal folder.
    pub fn kept(&self) -> String {
        kept(self.slot)
    }
}

pub(super) fn staged(slot: usize) -> String {
    format!("{slot}.new")
}

pub(super) fn kept(slot: usize) -> String {
    format!("{slot}.old")
}
