//! Finds every repository below a folder, as git would recognize it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use model::limits::{GIT_FINDINGS, GIT_WALK_FOLDERS};
use rustix::fs::{Dir, FileType};
use rustix::io::Errno;

use super::project::Roots;
use super::{GuardError, copies};
use crate::tree::{Folder, is_missing};

/// The result of a search. Paths are relative to the project; those of a repository outside of it are absolute.
#[derive(Debug, Default)]
pub(super) struct Repositories {
    /// `.git` files, folders and links.
    pub entries: BTreeMap<PathBuf, FileType>,
    /// Folders that hold a repository: those named `.git`, and those with the content of one.
    pub folders: BTreeSet<PathBuf>,
    /// Links among a repository's own files. Git writes through them: a link at `logs/HEAD` or `packed-refs` would make the
    /// user's git change a file elsewhere.
    pub links: BTreeSet<PathBuf>,
    /// Folders that could not be listed.
    pub hidden: BTreeSet<PathBuf>,
    /// Folders that a search after a command could not list, and why.
    pub unsearched: Vec<(PathBuf, GuardError)>,
}

/// Looks only at the root itself.
pub(super) fn find_top(roots: &Roots) -> Result<Repositories, GuardError> {
    let mut walk = Walk::default();
    walk.visit(roots, Path::new(""), false)?;
    walk.ahead.retain(|(path, _)| is_git(path.as_os_str()));
    walk.finish(roots, &|| false)
}

/// Visits every folder. `hidden` names the folders that were unlistable before the command, and is given only after it. Then
/// any other unlistable folder is made readable first, because git can still open a repository in it by name, and a folder
/// that cannot be searched does not end the search. `is_stopped` ends the search with an error.
pub(super) fn find(
    roots: &Roots,
    hidden: Option<&BTreeSet<PathBuf>>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Repositories, GuardError> {
    let mut walk = Walk {
        hidden,
        ..Walk::default()
    };
    walk.visit(roots, Path::new(""), false)?;
    walk.ahead
        .extend(roots.repository().map(|folder| (folder.to_owned(), true)));
    walk.finish(roots, is_stopped)
}

/// Case-insensitive file systems find `.GIT` as well.
fn is_git(name: &OsStr) -> bool {
    name.as_bytes().eq_ignore_ascii_case(b".git")
}

#[derive(Default)]
struct Walk<'a> {
    hidden: Option<&'a BTreeSet<PathBuf>>,
    /// Folders to be visited, and whether they belong to a repository's own files.
    ahead: Vec<(PathBuf, bool)>,
    count: usize,
    found: Repositories,
}

/// The names by which git recognizes a repository.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RepositoryMarks {
    head: bool,
    objects: bool,
    refs: bool,
    commondir: bool,
}

impl Walk<'_> {
    fn finish(mut self, roots: &Roots, is_stopped: &dyn Fn() -> bool) -> Result<Repositories, GuardError> {
        while let Some((path, is_inner)) = self.ahead.pop() {
            if is_stopped() {
                return Err(GuardError::Stopped);
            }
            self.count += 1;
            if self.count > GIT_WALK_FOLDERS {
                self.fail(&path, GuardError::Folders)?;
                break;
            }
            if let Err(error) = self.visit(roots, &path, is_inner) {
                self.fail(&path, error)?;
            }
        }
        Ok(self.found)
    }

    /// A command could make a folder that cannot be searched. It must not hide with it what it did elsewhere.
    fn fail(&mut self, path: &Path, error: GuardError) -> Result<(), GuardError> {
        if self.hidden.is_none() {
            return Err(error);
        }
        if self.found.unsearched.len() < GIT_FINDINGS {
            self.found.unsearched.push((path.to_owned(), error));
        }
        Ok(())
    }

    fn visit(&mut self, roots: &Roots, path: &Path, is_inner: bool) -> Result<(), GuardError> {
        let failed = |error| GuardError::io(path, error);
        let Some(folder) = self.open(roots, path).map_err(failed)? else {
            return Ok(());
        };
        let mut entries = Dir::new(folder).map_err(|error| failed(error.into()))?;
        let mut marks = RepositoryMarks::default();
        let (mut folders, mut links) = (Vec::new(), Vec::new());
        while let Some(entry) = entries.read() {
            let entry = entry.map_err(|error| failed(error.into()))?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name == "." || name == ".." {
                continue;
            }
            marks.note(name);
            let kind = match entry.file_type() {
                FileType::Unknown => kind(roots, path, name).map_err(failed)?,
                known => known,
            };
            if is_git(name) {
                self.found.entries.insert(path.join(name), kind);
            }
            match kind {
                FileType::Directory => folders.push(path.join(name)),
                FileType::Symlink => links.push(path.join(name)),
                _ => {}
            }
        }
        let is_git = path.file_name().is_some_and(is_git);
        if is_git || marks.is_repository() {
            self.found.folders.insert(path.to_owned());
        }
        let is_own = is_inner || is_git;
        if is_own || marks.is_repository() {
            self.found.links.extend(links);
        }
        // Inside of a repository's own files, only `modules` and `worktrees` can hold other repositories, and only `logs`
        // and `refs` are searched for links. Elsewhere every folder is visited: a folder that looks like a repository may
        // contain another one.
        let is_pruned = is_git || is_inner && marks.is_repository();
        for folder in folders {
            let is_named = |names: [&str; 2]| names.iter().any(|name| folder.ends_with(name));
            let is_written = is_named(["logs", "refs"]);
            if !is_pruned || is_written || is_named(["modules", "worktrees"]) {
                let is_own = is_own || is_written && marks.is_repository();
                self.ahead.push((folder, is_own));
            }
        }
        Ok(())
    }
}

impl Walk<'_> {
    /// `None` for a removed folder, and for one that could not be listed before either.
    fn open(&mut self, roots: &Roots, path: &Path) -> io::Result<Option<Folder>> {
        let is_denied = |error: &io::Error| {
            let is_too_long = error.raw_os_error() == Some(Errno::NAMETOOLONG.raw_os_error());
            is_too_long || error.kind() == io::ErrorKind::PermissionDenied
        };
        let mut opened = roots.folder_at(path);
        if opened.as_ref().is_err_and(is_denied) && self.hidden.is_some_and(|hidden| !hidden.contains(path)) {
            copies::unlock_all(roots, path);
            opened = roots.folder_at(path);
        }
        match opened {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if is_gone(&error) => Ok(None),
            Err(error) if is_denied(&error) && self.hidden.is_none_or(|hidden| hidden.contains(path)) => {
                self.found.hidden.insert(path.to_owned());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl RepositoryMarks {
    pub(super) fn of(names: impl IntoIterator<Item = OsString>) -> Self {
        let mut marks = Self::default();
        names.into_iter().for_each(|name| marks.note(&name));
        marks
    }

    fn note(&mut self, name: &OsStr) {
        let is = |other: &[u8]| name.as_bytes().eq_ignore_ascii_case(other);
        self.head |= is(b"HEAD");
        self.objects |= is(b"objects");
        self.refs |= is(b"refs");
        self.commondir |= is(b"commondir");
    }

    pub(super) fn is_repository(&self) -> bool {
        self.head && (self.commondir || self.objects && self.refs)
    }
}

fn is_gone(error: &io::Error) -> bool {
    is_missing(error) || error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
}

/// For file systems that do not return the kind of an entry with its name.
fn kind(roots: &Roots, path: &Path, name: &OsStr) -> io::Result<FileType> {
    let entry = roots.folder_at(path)?.entry(name)?;
    Ok(entry.map_or(FileType::Unknown, |entry| entry.kind()))
}
