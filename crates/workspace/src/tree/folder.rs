//! An open folder and the names directly in it. Names are never paths, and links are never followed.

use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use rustix::path::Arg;

use crate::files::read_at_most;
use crate::hostile_tree;

#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

pub(super) const FOLDER_NOUN: &str = "a folder";

/// Readable, because only such a handle can be listed and synced.
pub(super) const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// The metadata of a file or folder.
pub(crate) struct FileEntry(pub Stat);

impl Folder {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, FOLDER, Mode::empty())?))
    }

    /// Opens a folder directly below this one. A link is an error.
    pub fn open_below(&self, name: impl Arg) -> io::Result<Self> {
        let opened = rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty());
        opened.map(Self).map_err(no_folder)
    }

    pub(super) fn from_fd(fd: OwnedFd) -> Self {
        Self(fd)
    }

    /// A new handle for the same folder.
    pub fn again(&self) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(&self.0, ".", FOLDER, Mode::empty())?))
    }

    /// The metadata of a name, without following a link; `None` if it does not exist.
    pub fn entry(&self, name: impl Arg) -> io::Result<Option<FileEntry>> {
        match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => Ok(Some(FileEntry(found))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens for reading without blocking on pipes and devices. The caller checks the kind of the opened file.
    pub fn open_file(&self, name: impl Arg) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(File::from(rustix::fs::openat(&self.0, name, flags, Mode::empty())?))
    }

    /// Opens a regular file; `None` if it does not exist. Any other kind is an error that names the kind.
    pub fn open_regular(&self, name: &str, access: OFlags) -> io::Result<Option<File>> {
        let refuse = |entry: &FileEntry| io::Error::other(format!("{}, not a regular file", entry.noun()));
        match self.entry(name)? {
            None => return Ok(None),
            // Opening a device can have side effects.
            Some(entry) if !entry.is_file() => return Err(refuse(&entry)),
            Some(_) => {}
        }
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(&self.0, name, flags, Mode::empty()) {
            Err(Errno::NOENT) => return Ok(None),
            file => File::from(file?),
        };
        let entry = FileEntry::of(&file)?;
        match entry.is_file() {
            true => Ok(Some(file)),
            false => Err(refuse(&entry)),
        }
    }

    /// The content of a regular file; `None` if it does not exist. A file of more than `limit` bytes is an error.
    pub fn read(&self, name: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.open_regular(name, OFlags::RDONLY)? else {
            return Ok(None);
        };
        let too_large = || {
            let why = format!("it has more than {limit} bytes");
            io::Error::new(io::ErrorKind::FileTooLarge, why)
        };
        if FileEntry::of(&file)?.size() > limit {
            return Err(too_large());
        }
        read_at_most(file, limit)?.map(Some).ok_or_else(too_large)
    }

    /// Creates a file that must not exist yet.
    pub fn create(&self, name: impl Arg, access: OFlags, mode: u32) -> io::Result<File> {
        let flags = access | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(mode))?;
        Ok(file.into())
    }

    /// Does nothing if the name exists already.
    pub fn make_folder(&self, name: impl Arg, mode: u32) -> io::Result<()> {
        match rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(mode)) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes the mode of a folder in this one. A link in its place is not followed.
    #[cfg(target_os = "linux")]
    pub fn set_mode(&self, name: impl Arg, mode: u32) -> io::Result<()> {
        use std::os::fd::AsRawFd;
        let flags = FOLDER | OFlags::NOFOLLOW | OFlags::PATH;
        let handle = rustix::fs::openat(&self.0, name, flags, Mode::empty())?;
        let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
        Ok(rustix::fs::chmod(path, Mode::from_raw_mode(mode))?)
    }

    #[cfg(not(target_os = "linux"))]
    pub fn set_mode(&self, name: impl Arg, mode: u32) -> io::Result<()> {
        let mode = Mode::from_raw_mode(mode.try_into().unwrap_or(0o700));
        Ok(rustix::fs::chmodat(&self.0, name, mode, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    pub fn rename(&self, from: impl Arg, to: impl Arg) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
    }

    pub fn remove_file(&self, name: impl Arg) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub fn remove_folder(&self, name: impl Arg) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Removes a file, a link or a folder with its content. Follows no link.
    pub fn remove_all(&self, name: &OsStr) -> io::Result<()> {
        hostile_tree::remove_alone(&self.0, &CString::new(name.as_bytes())?)
    }

    pub fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.0)?)
    }

    pub(crate) fn link_target(&self, name: impl Arg) -> io::Result<CString> {
        Ok(rustix::fs::readlinkat(&self.0, name, Vec::new())?)
    }

    /// Leaves out names that are not UTF-8: they cannot be paths of the project.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let names = self.all_names()?.into_iter();
        Ok(names.filter_map(|name| name.into_string().ok()).collect())
    }

    pub fn all_names(&self) -> io::Result<Vec<OsString>> {
        let entries = rustix::fs::Dir::read_from(&self.0)?;
        let mut names = Vec::new();
        for entry in entries {
            let name = OsString::from_vec(entry?.file_name().to_bytes().to_vec());
            if name != "." && name != ".." {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// Systems differ in the error for a link in the place of a folder.
fn no_folder(error: Errno) -> io::Error {
    match error {
        Errno::LOOP => Errno::NOTDIR.into(),
        other => other.into(),
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<Folder> for OwnedFd {
    fn from(folder: Folder) -> Self {
        folder.0
    }
}

impl FileEntry {
    pub fn of(file: &impl AsFd) -> io::Result<Self> {
        Ok(Self(rustix::fs::fstat(file)?))
    }

    pub fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.0.st_mode)
    }

    pub fn is_file(&self) -> bool {
        self.kind() == FileType::RegularFile
    }

    pub fn is_folder(&self) -> bool {
        self.kind() == FileType::Directory
    }

    pub fn is_link(&self) -> bool {
        self.kind() == FileType::Symlink
    }

    /// Whether this process's user owns it.
    pub fn is_ours(&self) -> bool {
        self.0.st_uid == rustix::process::geteuid().as_raw()
    }

    pub fn has_other_names(&self) -> bool {
        self.is_file() && self.0.st_nlink > 1
    }

    /// Whether both are one file or folder.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.0.st_dev, self.0.st_ino) == (other.0.st_dev, other.0.st_ino)
    }

    /// The permission bits, with set-user and sticky ones.
    pub fn mode(&self) -> u32 {
        self.0.st_mode & 0o7777
    }

    pub fn size(&self) -> usize {
        usize::try_from(self.0.st_size).unwrap_or(usize::MAX)
    }

    /// The kind with its article, such as "a folder".
    pub fn noun(&self) -> &'static str {
        match self.kind() {
            FileType::RegularFile => "a file",
            FileType::Directory => FOLDER_NOUN,
            FileType::Symlink => "a link",
            FileType::Fifo => "a pipe",
            FileType::Socket => "a socket",
            _ => "a device",
        }
    }
}
