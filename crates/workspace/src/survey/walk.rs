//! Walks all folders. Each is opened from the root, so that no link leads out of the project.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Dir, FileType};

use super::{Mark, Survey};
use crate::tree::{FileEntry, Folder, is_missing};
use crate::{FileError, RelPath, Root};

const GIT: &str = ".git";
/// Only skipped in the root: elsewhere, a folder with this name is like any other.
const OURS: &str = ".planwright";
/// Levels of folders below an odd name. With more levels, the survey counts as capped.
const UNNAMED_DEPTH: usize = 64;

pub(super) fn walk(root: &Root, files_max: usize) -> Result<Survey, FileError> {
    let mut walk = Walk {
        ahead: Vec::new(),
        files_max,
        found: Survey {
            files: Vec::new(),
            digests: HashMap::new(),
            unnamed: BTreeMap::new(),
            is_capped: false,
            left_out: 0,
        },
    };
    let top = root.folder(None).map_err(FileError::Root)?;
    walk.gather(None, &top).map_err(FileError::Root)?;
    while !walk.found.is_capped
        && let Some(path) = walk.ahead.pop()
    {
        let gathered = root
            .folder(Some(&path))
            .and_then(|folder| walk.gather(Some(&path), &folder));
        match gathered {
            Err(error) if !is_missing(&error) => walk.found.left_out += 1,
            _ => {}
        }
    }
    walk.found.files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(walk.found)
}

struct Walk {
    ahead: Vec<RelPath>,
    files_max: usize,
    found: Survey,
}

impl Walk {
    fn gather(&mut self, path: Option<&RelPath>, folder: &Folder) -> io::Result<()> {
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else {
                self.pass_over(path, folder, OsStr::from_bytes(entry.file_name().to_bytes()))?;
                continue;
            };
            if matches!(name, "." | ".." | GIT) || (name == OURS && path.is_none()) {
                continue;
            }
            // The file may have been removed meanwhile.
            let Some(entry) = folder.entry(name)? else {
                continue;
            };
            let Ok(path) = below(path, name) else {
                self.pass_over(path, folder, OsStr::new(name))?;
                continue;
            };
            if entry.is_folder() {
                self.ahead.push(path);
            } else if self.found.files.len() < self.files_max {
                self.found.files.push((path, Mark::of(&entry)));
            } else {
                self.found.is_capped = true;
                return Ok(());
            }
        }
        Ok(())
    }

    /// A name that cannot be a path of the project. A command could hide a change behind such a name.
    fn pass_over(&mut self, path: Option<&RelPath>, folder: &Folder, name: &OsStr) -> io::Result<()> {
        self.found.left_out += 1;
        let place = path.map_or_else(PathBuf::new, |path| PathBuf::from(path.as_str()));
        self.add_unnamed(folder, name, &place.join(name), UNNAMED_DEPTH)
    }

    fn add_unnamed(&mut self, folder: &Folder, name: &OsStr, path: &Path, depth: usize) -> io::Result<()> {
        let Some(entry) = folder.entry(name)? else {
            return Ok(());
        };
        if self.found.unnamed.len() >= self.files_max || depth == 0 {
            self.found.is_capped = true;
        } else if !entry.is_folder() {
            self.found.unnamed.insert(path.to_owned(), Mark::of(&entry));
        } else {
            // A command needs another mode to change a closed folder, and that changes the mark of the folder.
            self.found.unnamed.insert(path.to_owned(), Mark::of(&entry));
            let Ok(below) = folder.open_below(name) else {
                return Ok(());
            };
            for name in below.all_names()? {
                self.add_unnamed(&below, &name, &path.join(&name), depth - 1)?;
            }
        }
        Ok(())
    }
}

fn below(folder: Option<&RelPath>, name: &str) -> Result<RelPath, model::PathFault> {
    match folder {
        Some(folder) => RelPath::new(&format!("{folder}/{name}")),
        None => RelPath::new(name),
    }
}

impl Mark {
    fn of(FileEntry(found): &FileEntry) -> Self {
        let ns = |seconds: i64, rest: i128| i128::from(seconds) * 1_000_000_000 + rest;
        Self {
            size: found.st_size,
            modified_ns: ns(found.st_mtime, i128::from(found.st_mtime_nsec)),
            changed_ns: ns(found.st_ctime, i128::from(found.st_ctime_nsec)),
            inode: found.st_ino,
            links: i128::from(found.st_nlink),
            mode: found.st_mode,
        }
    }

    pub(super) fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.mode)
    }
}
