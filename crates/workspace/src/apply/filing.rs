//! The folder that a group keeps its journal and its files in.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::disk::{Disk, Place};
use super::error::ApplyError;
use super::journal::{Journal, Mark, Unreadable};
use super::seen::or_missing;
use crate::tree::Folder;

const JOURNAL: &str = "journal";
/// Where a group that was taken back keeps the group that did it.
pub(super) const BACK: &str = "back";

pub(super) struct Filing {
    pub folder: Folder,
    path: PathBuf,
}

impl Filing {
    /// A folder that holds nothing yet.
    pub fn make(path: &Path, disk: &mut Disk<'_>) -> Result<Self, ApplyError> {
        let failed = |source| failed("keep a journal", path, source);
        let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.is_dir()).collect();
        disk.before_change().map_err(failed)?;
        // The files that it keeps may come from folders that others cannot enter.
        let mut maker = std::fs::DirBuilder::new();
        maker.recursive(true).mode(0o700).create(path).map_err(failed)?;
        let filing = Self::open(path)?.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        if !filing.folder.names().map_err(failed)?.is_empty() {
            return Err(ApplyError::InUse(path.to_owned()));
        }
        match missing.iter().try_for_each(|folder| sync_entry(folder, disk)) {
            Ok(()) => Ok(filing),
            Err(source) => Err(filing.discard(disk).err().unwrap_or_else(|| failed(source))),
        }
    }

    /// A link is none: what is found here is deleted, and a link could have come with the project.
    pub fn open(path: &Path) -> Result<Option<Self>, ApplyError> {
        let folder = or_missing(Folder::open_itself(path)).map_err(|source| failed("look", path, source))?;
        let path = path.to_owned();
        Ok(folder.map(|folder| Self { folder, path }))
    }

    /// Of the group that took this one back.
    pub fn back(&self) -> Result<Option<Self>, ApplyError> {
        let path = self.path.join(BACK);
        let folder = or_missing(self.folder.open_below(BACK)).map_err(|source| failed("look", &path, source))?;
        Ok(folder.map(|folder| Self { folder, path }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn place<'a>(&'a self, name: &'a str) -> Place<'a> {
        (&self.folder, name)
    }

    /// `None` if there is none that anything was done by.
    pub fn journal(&self) -> Result<Option<Journal>, ApplyError> {
        let failed = |source| failed("read the journal", &self.path, source);
        let Some(mut file) = or_missing(self.folder.open_file(JOURNAL)).map_err(failed)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes).map_err(failed)?;
        match Journal::parse(&bytes) {
            Ok(journal) => Ok(Some(journal)),
            Err(Unreadable::Torn) => Ok(None),
            Err(Unreadable::Damaged) => Err(ApplyError::Damaged(self.path.clone())),
        }
    }

    /// The file is returned since it has to be synced.
    pub fn write(&self, journal: &Journal, disk: &mut Disk<'_>) -> Result<File, ApplyError> {
        let failed = |source| failed("write the journal", &self.path, source);
        let file = disk.create(self.place(JOURNAL), 0o600).map_err(failed)?;
        disk.write(&file, journal.text().as_bytes()).map_err(failed)?;
        Ok(file)
    }

    pub fn mark(&self, mark: Mark, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        self.overwrite_mark(mark, disk)
            .map_err(|source| failed("mark the journal", &self.path, source))
    }

    fn overwrite_mark(&self, mark: Mark, disk: &mut Disk<'_>) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::openat(&self.folder, JOURNAL, flags, Mode::empty())?);
        let length = i64::try_from(mark.text().len()).unwrap_or_default();
        file.seek(SeekFrom::End(-length))?;
        disk.write(&file, mark.text().as_bytes())?;
        disk.sync(&file)
    }

    /// Removes what a group that is not needed any more left here, and the folder.
    pub fn discard(&self, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        let failed = |source| failed("clean up", &self.path, source);
        // Without its journal, the rest is only rubbish.
        or_missing(disk.remove(self.place(JOURNAL))).map_err(failed)?;
        self.remove_files(|_| true, disk)?;
        disk.before_change().map_err(failed)?;
        match std::fs::remove_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            done => or_missing(done).map(|_| ()).map_err(failed),
        }
    }

    /// Of the staged and kept files, those that were chosen by name.
    pub fn remove_files(&self, chosen: impl Fn(&str) -> bool, disk: &mut Disk<'_>) -> Result<(), ApplyError> {
        let failed = |source| failed("clean up", &self.path, source);
        let names = self.folder.names().map_err(failed)?;
        for name in names.iter().filter(|name| is_slot(name) && chosen(name)) {
            disk.remove(self.place(name)).map_err(failed)?;
        }
        Ok(())
    }
}

/// The name of a folder in the one above it.
fn sync_entry(folder: &Path, disk: &mut Disk<'_>) -> io::Result<()> {
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
    disk.sync(&Folder::open(above.unwrap_or(Path::new(".")))?)
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
