//! One open folder and the names directly in it. Names are never paths, and links are never followed.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use rustix::path::Arg;

#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

pub(super) const FOLDER_NOUN: &str = "a folder";

/// Readable, since only such a handle can be listed and synced.
pub(super) const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// What a name stands for.
pub(crate) struct FileEntry(pub Stat);

impl Folder {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, FOLDER, Mode::empty())?))
    }

    /// A folder of our own: where there is a link instead, nothing of ours is there.
    pub fn open_itself(path: &Path) -> io::Result<Self> {
        let opened = rustix::fs::open(path, FOLDER | OFlags::NOFOLLOW, Mode::empty());
        opened.map(Self).map_err(no_folder)
    }

    /// The same for one directly below this one.
    pub fn open_below(&self, name: &str) -> io::Result<Self> {
        let opened = rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty());
        opened.map(Self).map_err(no_folder)
    }

    pub(super) fn from_fd(fd: OwnedFd) -> Self {
        Self(fd)
    }

    /// The same folder through a handle of its own.
    pub fn again(&self) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(&self.0, ".", FOLDER, Mode::empty())?))
    }

    pub fn entry(&self, name: impl Arg) -> io::Result<Option<FileEntry>> {
        match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => Ok(Some(FileEntry(found))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// For reading. A pipe or a device does not make us wait; the caller looks at what was opened.
    pub fn open_file(&self, name: impl Arg) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(File::from(rustix::fs::openat(&self.0, name, flags, Mode::empty())?))
    }

    pub(crate) fn link_target(&self, name: impl Arg) -> io::Result<CString> {
        Ok(rustix::fs::readlinkat(&self.0, name, Vec::new())?)
    }

    pub fn names(&self) -> io::Result<Vec<String>> {
        let entries = rustix::fs::Dir::read_from(&self.0)?;
        let mut names = Vec::new();
        for entry in entries {
            // A name that is not text cannot be a path of the project.
            if let Ok(name) = entry?.file_name().to_str().map(str::to_owned)
                && !matches!(name.as_str(), "." | "..")
            {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// Systems differ in what they say about a link in the place of a folder.
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
    pub fn of(file: &File) -> io::Result<Self> {
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

    /// The permission bits, with set-user and sticky ones.
    pub fn mode(&self) -> u32 {
        self.0.st_mode & 0o7777
    }

    pub fn size(&self) -> usize {
        usize::try_from(self.0.st_size).unwrap_or(usize::MAX)
    }

    /// For a person: "a folder".
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
