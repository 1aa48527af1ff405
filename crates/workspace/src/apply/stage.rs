//! Everything that a group needs, brought to its journal folder and made safe. The tree is only read.

use std::fs::File;

use super::Filing;
use super::disk::Disk;
use super::draft::{Draft, DraftFile, Source};
use super::error::{ApplyError, Stale};
use super::journal::Journal;
use super::op::{self, FileOp, Op, State};
use super::seen::Seen;
use super::sync::Batch;
use crate::tree::FileEntry;
use crate::{Digest, RelPath, Root};

/// How many files are open at once while they wait to be synced.
const OPEN_MAX: usize = 64;

pub(super) fn stage(
    root: &Root,
    filing: &Filing,
    draft: &Draft<'_>,
    disk: &mut Disk<'_>,
) -> Result<Journal, ApplyError> {
    let batch = Batch::for_files(draft.files.len(), &filing.folder);
    let mut ops: Vec<Op> = draft.new_folders.iter().cloned().map(Op::MakeFolder).collect();
    for (number, files) in draft.files.chunks(OPEN_MAX).enumerate() {
        let mut stager = Stager::new(root, filing, disk);
        for (index, file) in files.iter().enumerate() {
            ops.push(Op::File(stager.stage(number * OPEN_MAX + index, file)?));
        }
        if batch == Batch::Each {
            stager.sync()?;
        }
    }
    ops.extend(draft.old_folders.iter().cloned().map(Op::RemoveFolder));
    let journal = Journal::begun(ops);
    let file = filing.write(&journal, disk)?;
    filing.sync(batch, &file, disk)?;
    Ok(journal)
}

struct Stager<'a, 'd, 't> {
    root: &'a Root,
    filing: &'a Filing,
    disk: &'d mut Disk<'t>,
    unsynced: Vec<(RelPath, File)>,
}

impl<'a, 'd, 't> Stager<'a, 'd, 't> {
    fn new(root: &'a Root, filing: &'a Filing, disk: &'d mut Disk<'t>) -> Self {
        Self {
            root,
            filing,
            disk,
            unsynced: Vec::new(),
        }
    }

    fn stage(&mut self, slot: usize, file: &DraftFile<'_>) -> Result<FileOp, ApplyError> {
        let before = file.before.as_ref();
        let after = match file.after {
            Source::Nothing => None,
            Source::Bytes(bytes) => Some(self.write(slot, &file.path, bytes, before)?),
            Source::Kept(filing, kept) => Some(self.take_over(slot, &file.path, filing, kept)?),
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

    fn write(&mut self, slot: usize, path: &RelPath, bytes: &[u8], before: Option<&Seen>) -> Result<State, ApplyError> {
        let failed = |error| ApplyError::io("stage", path, error);
        // A new file is open to whom the user's umask lets in; one that replaces another is closed until it is like it.
        let mode = if before.is_some() { 0o600 } else { 0o666 };
        let name = op::staged(slot);
        let file = self.disk.create(self.filing.place(&name), mode).map_err(failed)?;
        self.disk.write(&file, bytes).map_err(failed)?;
        if let Some(seen) = before {
            self.disk.make_like(&file, &seen.entry).map_err(failed)?;
        }
        let mode = FileEntry::of(&file).map_err(failed)?.mode();
        self.unsynced.push((path.clone(), file));
        Ok(State {
            digest: Digest::of(bytes),
            mode,
        })
    }

    /// What another group kept becomes what this one brings.
    fn take_over(&mut self, slot: usize, path: &RelPath, filing: &Filing, kept: usize) -> Result<State, ApplyError> {
        let failed = |error| ApplyError::io("bring back", path, error);
        let (from, to) = (op::kept(kept), op::staged(slot));
        let (from, to) = (filing.place(&from), self.filing.place(&to));
        let copy = self.disk.link_or_copy(from, to).map_err(failed)?;
        self.unsynced.extend(copy.map(|copy| (path.clone(), copy)));
        let file = self.filing.open_slot(to.1).map_err(failed)?;
        let mode = FileEntry::of(&file).map_err(failed)?.mode();
        let digest = Digest::of_reader(file).map_err(failed)?;
        Ok(State { digest, mode })
    }

    /// Keeps the file that will be replaced. Linked rather than copied, unless it has a name that we do not know:
    /// whoever writes through that one would change what we keep.
    fn keep(&mut self, slot: usize, path: &RelPath, seen: &Seen) -> Result<(), ApplyError> {
        let failed = |error| ApplyError::io("keep", path, error);
        let parent = self.root.parent(path).map_err(failed)?;
        let name = op::kept(slot);
        let (from, to) = ((&parent, path.name()), self.filing.place(&name));
        let copy = match seen.has_other_names() {
            true => self.disk.copy(from, to).map(Some),
            false => self.disk.link_or_copy(from, to),
        };
        let copy = copy.map_err(failed)?;
        let is_same = match &copy {
            None => seen.is_still(self.filing.folder.entry(to.1).map_err(failed)?.as_ref()),
            Some(_) => {
                let file = self.filing.open_slot(to.1).map_err(failed)?;
                Digest::of_reader(file).map_err(failed)? == seen.state.digest
            }
        };
        self.unsynced.extend(copy.map(|copy| (path.clone(), copy)));
        match is_same {
            true => Ok(()),
            false => Err(ApplyError::Stale(vec![Stale::of_states(
                path,
                Some(seen.state),
                Seen::state(self.root, path)?,
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
