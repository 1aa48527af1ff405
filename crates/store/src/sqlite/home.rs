//! The folder of a store. It may come with a clone, so its content is not trusted.
//!
//! SQLite opens files by path. This module opens the folder without following a link, checks the store's files in it,
//! and passes the folder's real path to SQLite, which follows no link.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::error::StoreError;

/// The suffixes of the database and of the files that SQLite keeps beside it.
const SUFFIXES: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// How many damaged databases are kept.
const DAMAGED_MAX: usize = 100;

#[derive(Debug)]
pub(super) struct Home {
    folder: OwnedFd,
    path: PathBuf,
    name: String,
}

impl Home {
    /// `None` if the folder does not exist. A link in its place is an error.
    pub fn open(database: &Path) -> Result<Option<Self>, StoreError> {
        let Some(path) = real(folder_of(database))? else {
            return Ok(None);
        };
        let name = database.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| StoreError::Missing(database.to_owned()))?.to_owned();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::open(&path, flags, Mode::empty()) {
            Ok(folder) => Ok(Some(Self { folder, path, name })),
            Err(Errno::NOENT) => Ok(None),
            Err(_) if path.is_symlink() => Err(StoreError::Irregular {
                path,
                found: "a link",
                wanted: "a folder",
            }),
            Err(error) => Err(StoreError::at(&path)(error.into())),
        }
    }

    /// The path that SQLite gets.
    pub fn database(&self) -> PathBuf {
        self.path.join(&self.name)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the database exists. Each file of the store must be a regular file with one hard link, because
    /// SQLite writes to it in place: another link could be a file of another project.
    pub fn check(&self) -> Result<bool, StoreError> {
        let mut exists = false;
        for suffix in SUFFIXES {
            let name = format!("{}{suffix}", self.name);
            let path = self.path.join(&name);
            let found = match rustix::fs::statat(&self.folder, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(found) => found,
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(StoreError::at(&path)(error.into())),
            };
            let kind = FileType::from_raw_mode(found.st_mode);
            if kind != FileType::RegularFile {
                let (found, wanted) = (noun(kind), "a regular file");
                return Err(StoreError::Irregular { path, found, wanted });
            }
            if found.st_nlink > 1 {
                return Err(StoreError::HardLink(path));
            }
            exists |= suffix.is_empty();
        }
        Ok(exists)
    }

    /// Creates a file of the store if it is missing.
    pub fn touch(&self, suffix: &str) -> io::Result<()> {
        let name = format!("{}{suffix}", self.name);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        rustix::fs::openat(&self.folder, &name, flags, Mode::from_raw_mode(0o644))?;
        Ok(())
    }

    /// Removes a file of the folder if it exists. Follows no link.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        match rustix::fs::unlinkat(&self.folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Renames the database and its log, because SQLite would replay the log into a new database. Keeps databases that
    /// were put aside earlier.
    pub fn put_aside(&self) -> Result<(), StoreError> {
        let damaged = self.free_name().map_err(StoreError::at(&self.path))?;
        for suffix in SUFFIXES {
            let name = format!("{}{suffix}", self.name);
            let aside = format!("{damaged}{suffix}");
            match rustix::fs::renameat(&self.folder, &name, &self.folder, &aside) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(error) => return Err(StoreError::at(&self.path.join(&name))(error.into())),
            }
        }
        Ok(())
    }

    /// `store.db.damaged`, or `store.db.damaged-2` and so on, so that no file of that name exists.
    fn free_name(&self) -> io::Result<String> {
        let is_taken = |base: &str| -> io::Result<bool> {
            for suffix in SUFFIXES {
                match rustix::fs::statat(&self.folder, format!("{base}{suffix}"), AtFlags::SYMLINK_NOFOLLOW) {
                    Err(Errno::NOENT) => {}
                    found => return found.map(|_| true).map_err(io::Error::from),
                }
            }
            Ok(false)
        };
        let mut name = format!("{}.damaged", self.name);
        for number in 2..=DAMAGED_MAX {
            if !is_taken(&name)? {
                return Ok(name);
            }
            name = format!("{}.damaged-{number}", self.name);
        }
        Err(io::Error::other(
            "too many damaged stores are kept here; remove the files `store.db.damaged*`",
        ))
    }

    pub fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.folder)?)
    }
}

pub(super) fn folder_of(database: &Path) -> &Path {
    match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Resolves links in the parents of the folder, but not the folder itself. `None` if a parent does not exist.
fn real(folder: &Path) -> Result<Option<PathBuf>, StoreError> {
    let (above, name) = match (folder.parent(), folder.file_name()) {
        (Some(above), Some(name)) if !above.as_os_str().is_empty() => (above, name),
        (_, Some(name)) => (Path::new("."), name),
        _ => (folder, "".as_ref()),
    };
    match above.canonicalize() {
        Ok(above) => Ok(Some(above.join(name))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::at(above)(error)),
    }
}

/// Creates the folder and its parents, and syncs their names.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let missing = folder.ancestors().take_while(|folder| !folder.is_dir()).count();
    std::fs::create_dir_all(folder)?;
    // A new name is durable after a sync of its parent. The process that created the folder may have died before the
    // sync.
    for above in folder.ancestors().skip(1).take(missing.max(1)) {
        File::open(above)?.sync_all()?;
    }
    Ok(())
}

fn noun(kind: FileType) -> &'static str {
    match kind {
        FileType::Directory => "a folder",
        FileType::Symlink => "a link",
        FileType::Fifo => "a pipe",
        FileType::Socket => "a socket",
        _ => "a device",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_second_damaged_store_does_not_replace_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for content in ["first", "second", "third"] {
            fs::write(at("store.db"), content).unwrap();
            Home::open(&at("store.db")).unwrap().unwrap().put_aside().unwrap();
        }
        for (name, content) in [("", "first"), ("-2", "second"), ("-3", "third")] {
            let name = format!("store.db.damaged{name}");
            assert_eq!(fs::read_to_string(at(&name)).unwrap(), content);
        }
    }
}
