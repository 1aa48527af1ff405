//! Copies of files that git acts upon. A file is restored from its copy.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use model::limits::{GIT_COPIES, GIT_COPIES_BYTES, GIT_FILE_BYTES};
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::layout::WatchKind;
use super::project::Roots;
use crate::files::read_at_most;
use crate::tree::{FileEntry, Folder, is_missing};

/// The content of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Copied {
    File {
        bytes: Vec<u8>,
        mode: u32,
    },
    Link(OsString),
    Folder,
    /// A file that cannot be copied; the reason, such as "a pipe".
    Unfit(String),
}

/// By path. A missing file has no entry.
#[derive(Debug, Default)]
pub(super) struct Copies {
    pub all: BTreeMap<PathBuf, Copied>,
    /// The size of all files but indexes, of which each repository of the user has one.
    bytes: usize,
}

/// Copies a file or, for [`WatchKind::Tree`], everything below a folder. An unreadable file becomes [`Copied::Unfit`];
/// the others are still copied.
pub(super) fn copy(roots: &Roots, path: &Path, kind: WatchKind, copies: &mut Copies) {
    let Some(found) = copy_one(roots, path, kind.limit()) else {
        return;
    };
    let is_folder = found == Copied::Folder;
    match &found {
        Copied::File { bytes, .. } if kind != WatchKind::Index => copies.bytes += bytes.len(),
        _ => {}
    }
    let found = match copies.bytes > GIT_COPIES_BYTES && !is_folder {
        true => too_much(),
        false => found,
    };
    copies.all.insert(path.to_owned(), found);
    if is_folder && kind == WatchKind::Tree {
        copy_tree(roots, path, copies);
    }
}

fn copy_tree(roots: &Roots, top: &Path, copies: &mut Copies) {
    let mut ahead = vec![top.to_owned()];
    while let Some(path) = ahead.pop() {
        let names = match roots.folder_at(&path).and_then(names) {
            Ok(names) => names,
            Err(error) => {
                copies.all.insert(path, unreadable(&error));
                continue;
            }
        };
        // Git never runs a hook of that name.
        for name in names.into_iter().filter(|name| !name.as_bytes().ends_with(b".sample")) {
            if copies.all.len() >= GIT_COPIES || copies.bytes > GIT_COPIES_BYTES {
                copies.all.insert(top.to_owned(), too_much());
                return;
            }
            let below = path.join(name);
            let Some(found) = copy_one(roots, &below, GIT_FILE_BYTES) else {
                continue;
            };
            match &found {
                Copied::Folder => ahead.push(below.clone()),
                Copied::File { bytes, .. } => copies.bytes += bytes.len(),
                Copied::Link(_) | Copied::Unfit(_) => {}
            }
            copies.all.insert(below, found);
        }
    }
}

fn too_much() -> Copied {
    Copied::Unfit(format!("more than {GIT_COPIES} files or {GIT_COPIES_BYTES} bytes"))
}

pub(super) fn names(folder: Folder) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in Dir::new(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            names.push(OsString::from_vec(name.to_vec()));
        }
    }
    Ok(names)
}

/// `None` if the path does not exist. Follows no link, and opens only a regular file.
fn copy_one(roots: &Roots, path: &Path, limit: usize) -> Option<Copied> {
    look(roots, path, limit).unwrap_or_else(|error| Some(unreadable(&error)))
}

fn look(roots: &Roots, path: &Path, limit: usize) -> io::Result<Option<Copied>> {
    let Some((folder, name)) = parent(roots, path)? else {
        return Ok(None);
    };
    let Some(entry) = folder.entry(name)? else {
        return Ok(None);
    };
    Ok(Some(match entry.kind() {
        FileType::Directory => Copied::Folder,
        FileType::Symlink => Copied::Link(OsString::from_vec(folder.link_target(name)?.into_bytes())),
        FileType::RegularFile => read(&folder, name, limit)?,
        _ => Copied::Unfit(entry.noun().to_owned()),
    }))
}

fn unreadable(error: &io::Error) -> Copied {
    Copied::Unfit(format!("unreadable ({error})"))
}

fn read(folder: &Folder, name: &OsStr, limit: usize) -> io::Result<Copied> {
    let file = folder.open_file(name)?;
    let entry = FileEntry::of(&file)?;
    if !entry.is_file() {
        return Ok(Copied::Unfit(entry.noun().to_owned()));
    }
    let mode = entry.mode();
    Ok(match read_at_most(file, limit)? {
        Some(bytes) => Copied::File { bytes, mode },
        None => Copied::Unfit(format!("larger than {limit} bytes")),
    })
}

/// `None` if the folder is missing, or a link or a file is in its place.
fn parent<'a>(roots: &Roots, path: &'a Path) -> io::Result<Option<(Folder, &'a OsStr)>> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(None);
    };
    match roots.folder_at(parent) {
        Ok(folder) => Ok(Some((folder, name))),
        Err(error) if is_missing(&error) || error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Restores a path from its copy, or removes the path if there was none. Creates missing parents, and replaces links in
/// their place.
pub(super) fn restore(roots: &Roots, path: &Path, before: Option<&Copied>) -> io::Result<()> {
    match try_restore(roots, path, before) {
        // The command may have removed write permissions.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            path.parent().into_iter().for_each(|above| unlock_all(roots, above));
            try_restore(roots, path, before)
        }
        done => done,
    }
}

/// Makes a folder and those above it readable and writable for their owner. Ignores errors: the next use of the folder
/// reports them.
pub(super) fn unlock_all(roots: &Roots, path: &Path) {
    let folders: Vec<&Path> = path.ancestors().collect();
    folders.into_iter().rev().for_each(|folder| unlock(roots, folder));
}

fn unlock(roots: &Roots, path: &Path) {
    if let Ok(Some((folder, name))) = parent(roots, path)
        && let Ok(Some(entry)) = folder.entry(name)
        && entry.is_folder()
        && entry.mode() & 0o700 != 0o700
    {
        let _ = folder.set_mode(name, entry.mode() | 0o700);
    }
}

fn try_restore(roots: &Roots, path: &Path, before: Option<&Copied>) -> io::Result<()> {
    let (Some(above), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let folder = match before {
        Some(_) => make_folders(roots, above)?,
        None => match parent(roots, path)? {
            Some((folder, _)) => folder,
            None => return Ok(()),
        },
    };
    if before == Some(&Copied::Folder) && folder.entry(name)?.is_some_and(|entry| entry.is_folder()) {
        return Ok(());
    }
    remove(&folder, name, before.is_none())?;
    match before {
        None | Some(Copied::Unfit(_)) => Ok(()),
        Some(Copied::Folder) => Ok(rustix::fs::mkdirat(&folder, name, Mode::from_raw_mode(0o755))?),
        Some(Copied::Link(target)) => Ok(rustix::fs::symlinkat(target, &folder, name)?),
        Some(Copied::File { bytes, mode }) => write(&folder, name, bytes, *mode),
    }
}

fn make_folders(roots: &Roots, path: &Path) -> io::Result<Folder> {
    match roots.folder_at(path) {
        Ok(folder) => return Ok(folder),
        Err(error) if path.as_os_str().is_empty() || error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(error);
        }
        Err(_) => {}
    }
    try_restore(roots, path, Some(&Copied::Folder))?;
    roots.folder_at(path)
}

/// Renames a folder or a new file instead of removing it: the command may have moved the user's own repository.
fn remove(folder: &Folder, name: &OsStr, is_new: bool) -> io::Result<()> {
    match folder.entry(name)? {
        None => Ok(()),
        Some(entry) if entry.is_folder() || is_new && entry.is_file() => {
            let mut aside = name.to_owned();
            aside.push(format!(".{:016x}.aside", RandomState::new().build_hasher().finish()));
            Ok(rustix::fs::renameat(folder, name, folder, &aside)?)
        }
        Some(_) => Ok(rustix::fs::unlinkat(folder, name, AtFlags::empty())?),
    }
}

fn write(folder: &Folder, name: &OsStr, bytes: &[u8], mode: u32) -> io::Result<()> {
    let file = folder.create(name, OFlags::WRONLY, mode)?;
    // The umask must not change the mode of a restored file.
    rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
    (&file).write_all(bytes)
}
