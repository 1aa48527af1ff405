//! Copies the old and the new files of a group to its journal folder, and syncs them. Changes no file of the project.

use std::fs::File;

use super::JournalFolder;
use super::disk::Disk;
use super::error::{ApplyError, Stale};
use super::journal::Journal;
use super::op::{self, FileOp, FileState, Op};
use super::prepared::{NewContent, PreparedFile, PreparedGroup};
use super::snapshot::FileSnapshot;
use super::sync::Batch;
use crate::tree::FileEntry;
use crate::{Digest, RelPath, Root};

/// The most files that are open at once until they are synced.
const OPEN_MAX: usize = 64;

pub(super) fn stage(
    root: &Root,
    folder: &JournalFolder,
    group: &PreparedGroup<'_>,
    disk: &mut Disk<'_>,
) -> Result<Journal, ApplyError> {
    let batch = Batch::for_files(group.files.len(), &folder.folder);
    let mut ops: Vec<Op> = group.new_folders.iter().cloned().map(Op::MakeFolder).collect();
    for (number, files) in group.files.chunks(OPEN_MAX).enumerate() {
        let mut stager = Stager::new(root, folder, disk);
        for (index, file) in files.iter().enumerate() {
            ops.push(Op::File(stager.stage(number * OPEN_MAX + index, file)?));
        }
        if batch == Batch::Each {
            stager.sync()?;
        }
    }
    ops.extend(group.old_folders.iter().cloned().map(Op::RemoveFolder));
    let journal = Journal::begun(ops);
    let file = folder.write(&journal, disk)?;
    folder.sync(batch, &file, disk)?;
    Ok(journal)
}

struct Stager<'a, 'd, 't> {
    root: &'a Root,
    folder: &'a JournalFolder,
    disk: &'d mut Disk<'t>,
    unsynced: Vec<(RelPath, File)>,
}

impl<'a, 'd, 't> Stager<'a, 'd, 't> {
    fn new(root: &'a Root, folder: &'a JournalFolder, disk: &'d mut Disk<'t>) -> Self {
        Self {
            root,
            folder,
            disk,
            unsynced: Vec::new(),
        }
    }

    fn stage(&mut self, slot: usize, file: &PreparedFile<'_>) -> Result<FileOp, ApplyError> {
        let before = file.before.as_ref();
        let after = match file.after {
            NewContent::Nothing => None,
            NewContent::Bytes(bytes) => Some(self.write(slot, &file.path, bytes, before)?),
            NewContent::Kept(folder, kept) => Some(self.restage(slot, &file.path, folder, kept)?),
        };
        if let Some(seen) = before {
            self.keep(slot, &file.path, seen)?;
        }
        Ok(FileOp {
            slot,
            path: file.path.clone(),
            before: before.map(|seen| seen.state),
            after,
        })
    }

    fn write(
        &mut self,
        slot: usize,
        path: &RelPath,
        bytes: &[u8],
        before: Option<&FileSnapshot>,
    ) -> Result<FileState, ApplyError> {
        let failed = |error| ApplyError::io("stage", path, error);
        // The umask decides about a new file. A replacement is private until it has the mode of the old file.
        let mode = if before.is_some() { 0o600 } else { 0o666 };
        let name = op::staged(slot);
        let file = self.disk.create(self.folder.place(&name), mode).map_err(failed)?;
        self.disk.write(&file, bytes).map_err(failed)?;
        if let Some(seen) = before {
            self.disk.make_like(&file, &seen.entry).map_err(failed)?;
        }
        let mode = FileEntry::of(&file).map_err(failed)?.mode();
        self.unsynced.push((path.clone(), file));
        Ok(FileState {
            digest: Digest::of(bytes),
            mode,
        })
    }

    /// Stages the copy that another group kept.
    fn restage(
        &mut self,
        slot: usize,
        path: &RelPath,
        folder: &JournalFolder,
        kept: usize,
    ) -> Result<FileState, ApplyError> {
        let failed = |error| ApplyError::io("restore", path, error);
        let (from, to) = (op::kept(kept), op::staged(slot));
        let (from, to) = (folder.place(&from), self.folder.place(&to));
        let copy = self.disk.link_or_copy(from, to).map_err(failed)?;
        self.unsynced.extend(copy.map(|copy| (path.clone(), copy)));
        let file = self.folder.open_slot(to.1).map_err(failed)?;
        let mode = FileEntry::of(&file).map_err(failed)?.mode();
        let digest = Digest::of_reader(file).map_err(failed)?;
        Ok(FileState { digest, mode })
    }

    /// Keeps the file that will be replaced, as a hard link if possible. A file with other hard links is copied, because
    /// a program that writes through one of them would change the kept file.
    fn keep(&mut self, slot: usize, path: &RelPath, seen: &FileSnapshot) -> Result<(), ApplyError> {
        let failed = |error| ApplyError::io("keep", path, error);
        let parent = self.root.parent(path).map_err(failed)?;
        let name = op::kept(slot);
        let (from, to) = ((&parent, path.name()), self.folder.place(&name));
        let copy = match seen.has_other_names() {
            true => self.disk.copy(from, to).map(Some),
            false => self.disk.link_or_copy(from, to),
        };
        let copy = copy.map_err(failed)?;
        let is_same = match &copy {
            None => seen.is_still(self.folder.folder.entry(to.1).map_err(failed)?.as_ref()),
            Some(_) => {
                let file = self.folder.open_slot(to.1).map_err(failed)?;
                Digest::of_reader(file).map_err(failed)? == seen.state.digest
            }
        };
        self.unsynced.extend(copy.map(|copy| (path.clone(), copy)));
        match is_same {
            true => Ok(()),
            false => Err(ApplyError::Stale(vec![Stale::of_states(
                path,
                Some(seen.state),
                FileSnapshot::state(self.root, path)?,
            )])),
        }
    }

    fn sync(self) -> Result<(), ApplyError> {
        for (path, file) in &self.unsynced {
            self.disk
                .sync(file)
                .map_err(|error| ApplyError::io("stage", path, error))?;
        }
        Ok(())
    }
}
