//! The folder of one group: its journal, its staged files and copies of the replaced files.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use model::limits;
use rustix::fs::OFlags;

use super::disk::{Disk, EntryPath};
use super::error::ApplyError;
use super::journal::{Journal, JournalMark, Unreadable};
use crate::tree::or_missing;
use crate::tree::{FileEntry, Folder, OwnPath};

const JOURNAL: &str = "journal";
/// The subfolder with the group that reverted this one.
pub(super) const BACK: &str = "back";

pub(super) struct JournalFolder {
    pub(super) folder: Folder,
    path: PathBuf,
    own: OwnPath,
}

impl JournalFolder {
    /// Creates the folder. Fails if it exists and is not empty.
    pub(super) fn make(path: &Path, disk: &mut Disk<'_>) -> Result<Self, ApplyError> {
        let failed = |source| failed("keep a journal", path, source);
        disk.before_change().map_err(failed)?;
        // The kept files may come from folders that are closed to other users.
        let own = OwnPath::of(path).map_err(failed)?;
        let changed = own.make_folders(0o700).map_err(failed)?;
        let folder = Self::open(path)?.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        if !folder.folder.names().map_err(failed)?.is_empty() {
            return Err(ApplyError::InUse(path.to_owned()));
        }
        match changed.iter().rev().try_for_each(|folder| disk.sync(folder)) {
            Ok(()) => Ok(folder),
            Err(source) => Err(folder.discard(disk).err().unwrap_or_else(|| failed(source))),
        }
    }

    /// `None` if there is no folder. Refuses a link, which a clone could contain: the folder's content is deleted later.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, ApplyError> {
        let failed = |source| failed("open the folder", path, source);
        let own = OwnPath::of(path).map_err(failed)?;
        let folder = own.existing_folder().map_err(failed)?;
        let path = path.to_owned();
        Ok(folder.map(|folder| Self { folder, path, own }))
    }

    /// The folder of the group that reverted this one.
    pub(super) fn back(&self) -> Result<Option<Self>, ApplyError> {
        let path = self.path.join(BACK);
        Self::open(&path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn place<'a>(&'a self, name: &'a str) -> EntryPath<'a> {
        (&self.folder, name)
    }

    /// Opens a staged or kept file. A clone can contain the folder, so the file must be regular and of limited size.
    pub(super) fn open_slot(&self, name: &str) -> io::Result<File> {
        let file = self.folder.open_regular(name, OFlags::RDONLY)?;
        let file = file.ok_or(io::ErrorKind::NotFound)?;
        match FileEntry::of(&file)?.size() > limits::KEPT_FILE_BYTES {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(file),
        }
    }

    /// `None` if there is no complete journal; then the group changed no file.
    pub(super) fn journal(&self) -> Result<Option<Journal>, ApplyError> {
        let failed = |source| failed("read the journal", &self.path, source);
        let file = OwnPath::of(&self.path.join(JOURNAL)).map_err(failed)?;
        let Some(bytes) = file.read(limits::JOURNAL_BYTES).map_err(failed)? else {
            return Ok(None);
        };
        match Journal::parse(&bytes) {
            Ok(journal) => Ok(Some(journal)),
            Err(Unreadable::Torn) => Ok(None),
            Err(Unreadable::Damaged) => Err(ApplyError::Damaged(self.path.clone())),
        }
    }

    /// Returns the file, because the caller must sync it.
    pub(super) fn write(&self, journal: &Journal, disk: &mut Disk<'_>) -> Result<File, ApplyError> {
        let failed = |source| failed("write the journal", &self.path, source);
        let file = disk.create(self.place(JOURNAL), 0o600).map_err(failed)?;
        disk.write(&file, journal.text().as_bytes()).map_err(failed)?;
        Ok(file)
    }

    pub(super) fn mark(&self, mark: JournalMark, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        self.overwrite_mark(mark, disk)
            .map_err(|source| failed("mark the journal", &self.path, source))
    }

    fn overwrite_mark(&self, mark: JournalMark, disk: &mut Disk<'_>) -> io::Result<()> {
        let journal = OwnPath::of(&self.path.join(JOURNAL))?;
        let mut file = journal.open(OFlags::WRONLY)?.ok_or(io::ErrorKind::NotFound)?;
        let length = i64::try_from(mark.text().len()).map_err(io::Error::other)?;
        file.seek(SeekFrom::End(-length))?;
        disk.write(&file, mark.text().as_bytes())?;
        disk.sync(&file)
    }

    /// Removes the journal, the files and the folder.
    pub(super) fn discard(&self, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        let failed = |source| failed("clean up", &self.path, source);
        // The journal first: without it, `recover` restores nothing from the other files.
        or_missing(disk.remove(self.place(JOURNAL))).map_err(failed)?;
        self.remove_files(|_| true, disk)?;
        disk.before_change().map_err(failed)?;
        match self
            .own
            .parent()
            .and_then(|parent| parent.remove_folder(self.own.name()))
        {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            done => or_missing(done).map(|_| ()).map_err(failed),
        }
    }

    /// Removes the staged and kept files that `chosen` selects by name.
    pub(super) fn remove_files(&self, chosen: impl Fn(&str) -> bool, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        let failed = |source| failed("clean up", &self.path, source);
        let names = self.folder.names().map_err(failed)?;
        for name in names.iter().filter(|name| is_slot(name) && chosen(name)) {
            disk.remove(self.place(name)).map_err(failed)?;
        }
        Ok(())
    }
}

fn is_slot(name: &str) -> bool {
    name.split_once('.').is_some_and(|(slot, kind)| {
        matches!(kind, "new" | "old") && !slot.is_empty() && slot.bytes().all(|byte| byte.is_ascii_digit())
    })
}

pub(super) fn failed(verb: &'static str, folder: &Path, source: io::Error) -> ApplyError {
    let folder = folder.to_owned();
    ApplyError::Journal { verb, folder, source }
}
