//! A group that is ready to be executed: its links are resolved, its paths permitted and its files as expected.

use std::collections::BTreeSet;

use super::error::{ApplyError, Stale};
use super::snapshot::FileSnapshot;
use super::{Change, JournalFolder};
use crate::tree::LastLink;
use crate::{Access, Author, RelPath, Root};

pub(super) struct PreparedGroup<'a> {
    /// Folders to create, parents first.
    pub(super) new_folders: BTreeSet<RelPath>,
    pub(super) files: Vec<PreparedFile<'a>>,
    /// Folders to remove if they are empty, children first.
    pub(super) old_folders: Vec<RelPath>,
}

pub(super) struct PreparedFile<'a> {
    pub(super) path: RelPath,
    pub(super) before: Option<FileSnapshot>,
    pub(super) after: NewContent<'a>,
}

/// The source of a file's new content.
pub(super) enum NewContent<'a> {
    Nothing,
    Bytes(&'a [u8]),
    /// The copy that an earlier group kept of the file with this slot number.
    Kept(&'a JournalFolder, usize),
}

impl<'a> PreparedGroup<'a> {
    pub(super) fn of_changes(root: &Root, changes: &'a [Change], author: Author) -> Result<Self, ApplyError> {
        let mut stale = Vec::new();
        let mut files = Vec::new();
        for change in changes {
            let file = PreparedFile::of_change(root, change, author)?;
            let found = file.before.as_ref().map(|seen| seen.state.digest);
            if found != change.before() {
                let (path, expected) = (change.path().clone(), change.before());
                stale.push(Stale { path, expected, found });
            }
            files.push(file);
        }
        match stale.is_empty() {
            true => Self::of_files(root, files),
            false => Err(ApplyError::Stale(stale)),
        }
    }

    pub(super) fn of_files(root: &Root, files: Vec<PreparedFile<'a>>) -> Result<Self, ApplyError> {
        let mut taken = BTreeSet::new();
        if let Some(file) = files.iter().find(|file| !taken.insert(&file.path)) {
            let path = file.path.clone();
            return Err(ApplyError::Twice { path });
        }
        let mut new_folders = BTreeSet::new();
        for file in files.iter().filter(|file| !matches!(file.after, NewContent::Nothing)) {
            if let Some(path) = file.path.folders().find(|folder| taken.contains(folder)) {
                return Err(ApplyError::FileAndFolder { path });
            }
            let nearest = root
                .nearest_folder(&file.path)
                .map_err(|error| ApplyError::io("create", &file.path, error))?;
            new_folders.extend(
                file.path
                    .folders()
                    .take_while(|folder| Some(folder) != nearest.as_ref()),
            );
        }
        Ok(Self {
            new_folders,
            files,
            old_folders: Vec::new(),
        })
    }
}

impl<'a> PreparedFile<'a> {
    fn of_change(root: &Root, change: &'a Change, author: Author) -> Result<Self, ApplyError> {
        // Deleting a link deletes the link, not its target.
        let (last, after) = match change.content() {
            Some(content) => (LastLink::Follow, NewContent::Bytes(content)),
            None => (LastLink::Keep, NewContent::Nothing),
        };
        change.path().permit(Access::Write(author))?;
        let path = root.real(change.path(), last)?;
        path.permit(Access::Write(author))?;
        let before = FileSnapshot::take(root, &path)?;
        Ok(Self { path, before, after })
    }
}
