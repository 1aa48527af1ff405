//! Paths of planwright's own files. No link in a clone can redirect them.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

use rustix::fs::OFlags;

use super::folder::{FileEntry, Folder};
use super::is_missing;

/// The folders that planwright keeps in a project. A clone can contain any of them, with any content.
const OWN_FOLDERS: [&str; 3] = [".planwright", ".teddy", ".rawko"];

pub(crate) fn is_own_folder(name: &str) -> bool {
    OWN_FOLDERS.contains(&name)
}

/// A trusted folder and names below it. Each name is opened separately and never through a link, so the path cannot
/// leave the trusted folder. Files must be regular, and a file that is written in place must have only one hard link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPath {
    base: PathBuf,
    below: Vec<String>,
}

impl OwnPath {
    /// Trusts the folder that contains the last of planwright's own folders in the path. If the path has none, it is
    /// not below a project, and the parent folder is trusted.
    pub fn of(path: &Path) -> io::Result<Self> {
        let names: Vec<Component<'_>> = path.components().collect();
        let is_own = |name: &Component<'_>| name.as_os_str().to_str().is_some_and(is_own_folder);
        let last = names.len().saturating_sub(1);
        let split = names.iter().rposition(is_own).unwrap_or(last);
        let text = |name: &Component<'_>| match name {
            Component::Normal(name) => name.to_str().map(str::to_owned),
            _ => None,
        };
        let below: Option<Vec<String>> = names[split..].iter().map(text).collect();
        let below = below.filter(|below| !below.is_empty()).ok_or_else(|| {
            let why = format!("{} cannot be a path of planwright's own files", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, why)
        })?;
        let base: PathBuf = names[..split].iter().collect();
        let is_here = base.as_os_str().is_empty();
        let base = if is_here { PathBuf::from(".") } else { base };
        Ok(Self { base, below })
    }

    /// Names below a folder that the user chose, such as the folder of a store outside of the project. If it is one of
    /// planwright's own folders, only its parent is trusted.
    pub fn below(folder: &Path, names: &[&str]) -> Self {
        let own = folder
            .file_name()
            .and_then(|name| name.to_str())
            .filter(|name| is_own_folder(name));
        let (base, own) = match (folder.parent(), own) {
            (Some(parent), Some(own)) => (parent, Some(own)),
            _ => (folder, None),
        };
        Self {
            base: base.to_owned(),
            below: own.iter().chain(names).map(|name| (*name).to_owned()).collect(),
        }
    }

    /// The path of a name below this folder.
    pub fn join(&self, name: &str) -> Self {
        let mut joined = self.clone();
        joined.below.push(name.to_owned());
        joined
    }

    /// For messages, and for programs that need a path.
    pub fn to_path(&self) -> PathBuf {
        self.below.iter().fold(self.base.clone(), |path, name| path.join(name))
    }

    /// Opens the folder that holds the last name.
    pub(crate) fn parent(&self) -> io::Result<Folder> {
        self.walk(self.below.len().saturating_sub(1))
    }

    /// Opens the folder at this path.
    pub(crate) fn folder(&self) -> io::Result<Folder> {
        self.walk(self.below.len())
    }

    /// Like [`Self::folder`], but `None` if there is no such folder.
    pub(crate) fn existing_folder(&self) -> io::Result<Option<Folder>> {
        or_missing(self.folder())
    }

    /// Whether there is a folder at this path.
    pub fn is_folder(&self) -> bool {
        self.folder().is_ok()
    }

    /// Fails if something other than a folder has this name.
    pub fn check_folder(&self) -> io::Result<()> {
        match self.folder() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(io::Error::other(format!(
                "{self} is not a folder; put a folder in its place"
            ))),
            found => found.map(|_| ()),
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.below.last().map_or("", String::as_str)
    }

    /// Creates the folder and its parents. The umask decides about their modes.
    pub fn make(&self) -> io::Result<()> {
        self.make_folders(0o777).map(|_| ())
    }

    /// Creates the folder and its parents. Returns the folders that got a new entry, so that the caller can sync them.
    pub(crate) fn make_folders(&self, mode: u32) -> io::Result<Vec<Folder>> {
        self.make_down_to(self.below.len(), mode)
    }

    /// Creates the parents of the last name.
    pub(crate) fn make_parents(&self, mode: u32) -> io::Result<()> {
        self.make_down_to(self.below.len().saturating_sub(1), mode).map(|_| ())
    }

    fn make_down_to(&self, depth: usize, mode: u32) -> io::Result<Vec<Folder>> {
        let mut folder = Folder::open(&self.base)?;
        let mut changed = Vec::new();
        for (depth, name) in self.below[..depth].iter().enumerate() {
            let explain = |error, folder: &Folder| self.explain(error, folder, depth);
            let next = match folder.open_below(name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let made = folder.make_folder(name, mode);
                    made.map_err(|error| explain(error, &folder))?;
                    let next = folder.open_below(name).map_err(|error| explain(error, &folder))?;
                    changed.push(folder);
                    next
                }
                next => next.map_err(|error| explain(error, &folder))?,
            };
            folder = next;
        }
        Ok(changed)
    }

    /// The content of a regular file; `None` if it does not exist. A file of more than `limit` bytes is an error.
    pub fn read(&self, limit: usize) -> io::Result<Option<Vec<u8>>> {
        match or_missing(self.parent())? {
            Some(parent) => parent.read(self.name(), limit).map_err(|error| self.refuse(&error)),
            None => Ok(None),
        }
    }

    /// Opens a regular file; `None` if it does not exist.
    pub(crate) fn open(&self, access: OFlags) -> io::Result<Option<File>> {
        let Some(parent) = or_missing(self.parent())? else {
            return Ok(None);
        };
        let Some(file) = parent
            .open_regular(self.name(), access)
            .map_err(|why| self.refuse(&why))?
        else {
            return Ok(None);
        };
        // Another hard link may be outside of the project.
        let is_written = access.intersects(OFlags::WRONLY | OFlags::RDWR);
        match is_written && FileEntry::of(&file)?.has_other_names() {
            true => Err(io::Error::other(format!(
                "{self} has another hard link and is not written to; remove it"
            ))),
            false => Ok(Some(file)),
        }
    }

    /// Creates a file that must not exist yet.
    pub(crate) fn create(&self, access: OFlags, mode: u32) -> io::Result<File> {
        self.parent()?.create(self.name(), access, mode)
    }

    /// Replaces the file atomically. Replaces a link instead of following it. The change may be lost in a power
    /// failure.
    pub fn put(&self, content: &[u8]) -> io::Result<()> {
        self.parent()?.put(self.name().as_ref(), content, None, false)
    }

    /// Like [`Self::put`], and survives a power failure. Creates the parents of the file.
    pub fn put_durable(&self, content: &[u8]) -> io::Result<()> {
        self.make_parents(0o777)?;
        self.parent()?.put(self.name().as_ref(), content, None, true)
    }

    /// Renames the file in its folder.
    pub(crate) fn rename(&self, name: &str) -> io::Result<()> {
        self.parent()?.rename(self.name(), name)
    }

    pub(crate) fn remove_file(&self) -> io::Result<()> {
        self.parent()?.remove_file(self.name())
    }

    /// Removes a file, a link or a folder with its content. Follows no link.
    pub(crate) fn remove_all(&self) -> io::Result<()> {
        match or_missing(self.parent())? {
            Some(parent) => parent.remove_all(self.name().as_ref()),
            None => Ok(()),
        }
    }

    /// Syncs the parents of this folder, so that its name survives a power failure.
    pub(crate) fn sync_parents(&self) -> io::Result<()> {
        (0..self.below.len())
            .rev()
            .try_for_each(|depth| self.walk(depth)?.sync())
    }

    fn walk(&self, depth: usize) -> io::Result<Folder> {
        let mut folder = Folder::open(&self.base)?;
        for (depth, name) in self.below[..depth].iter().enumerate() {
            let next = folder.open_below(name);
            folder = next.map_err(|error| self.explain(error, &folder, depth))?;
        }
        Ok(folder)
    }

    /// Names a link in the error. A file in the place of a folder keeps its error, which counts as missing.
    fn explain(&self, error: io::Error, folder: &Folder, depth: usize) -> io::Error {
        match folder.entry(self.below[depth].as_str()) {
            Ok(Some(entry)) if entry.is_link() => {
                let link = self.below[..=depth]
                    .iter()
                    .fold(self.base.clone(), |path, name| path.join(name));
                io::Error::other(format!("{} is a link; put a folder in its place", link.display()))
            }
            _ => error,
        }
    }

    fn refuse(&self, error: &io::Error) -> io::Error {
        match error.kind() {
            io::ErrorKind::Other => io::Error::other(format!("{self} is {error}; remove it")),
            kind => io::Error::new(kind, format!("{self}: {error}")),
        }
    }
}

impl fmt::Display for OwnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_path().display().fmt(f)
    }
}

pub(crate) fn or_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
