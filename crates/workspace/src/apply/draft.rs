//! A group as it will be carried out: links followed, places judged, expectations met, folders known.

use std::collections::BTreeSet;

use super::error::{ApplyError, Stale};
use super::seen::Seen;
use super::{Change, Filing};
use crate::tree::Last;
use crate::{Access, Author, RelPath, Root};

pub(super) struct Draft<'a> {
    /// To be made, parents first.
    pub new_folders: BTreeSet<RelPath>,
    pub files: Vec<DraftFile<'a>>,
    /// To be removed if they are empty then, children first.
    pub old_folders: Vec<RelPath>,
}

pub(super) struct DraftFile<'a> {
    pub path: RelPath,
    pub before: Option<Seen>,
    pub after: Source<'a>,
}

/// Where the new content comes from.
pub(super) enum Source<'a> {
    Nothing,
    Bytes(&'a [u8]),
    /// What an earlier group kept of the file with this number.
    Kept(&'a Filing, usize),
}

impl<'a> Draft<'a> {
    pub fn of_changes(root: &Root, changes: &'a [Change], author: Author) -> Result<Self, ApplyError> {
        let mut stale = Vec::new();
        let mut files = Vec::new();
        for change in changes {
            let file = DraftFile::of_change(root, change, author)?;
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

    pub fn of_files(root: &Root, files: Vec<DraftFile<'a>>) -> Result<Self, ApplyError> {
        let mut taken = BTreeSet::new();
        if let Some(file) = files.iter().find(|file| !taken.insert(&file.path)) {
            let path = file.path.clone();
            return Err(ApplyError::Twice { path });
        }
        let mut new_folders = BTreeSet::new();
        for file in files.iter().filter(|file| !matches!(file.after, Source::Nothing)) {
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

impl<'a> DraftFile<'a> {
    fn of_change(root: &Root, change: &'a Change, author: Author) -> Result<Self, ApplyError> {
        // What is deleted is the name itself, never what it leads to.
        let (last, after) = match change.content() {
            Some(content) => (Last::Follow, Source::Bytes(content)),
            None => (Last::Keep, Source::Nothing),
        };
        change.path().permit(Access::Write(author))?;
        let path = root.real(change.path(), last)?;
        path.permit(Access::Write(author))?;
        let before = Seen::look(root, &path)?;
        Ok(Self { path, before, after })
    }
}
