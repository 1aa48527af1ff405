//! Copies one of planwright's own folders into memory, so that its files can be restored after a command removed them.
//!
//! Links, devices and pipes are not copied. No link is followed, neither while reading nor while restoring.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode};
use rustix::io::Errno;

use crate::hostile_tree;
use crate::tree::{FileEntry, Folder};

/// planwright does not nest its own folders deeper.
const DEPTH_MAX: usize = 8;

/// A copy of a folder's files and permission bits in memory.
#[derive(Debug)]
pub struct FolderCopy {
    /// The folder that contains the copied one, such as the project's root.
    base: PathBuf,
    /// The name of the copied folder in `base`.
    name: &'static str,
    files: BTreeMap<String, CopiedFile>,
    /// Permission bits by path. The empty path is the copied folder itself.
    folders: BTreeMap<String, u32>,
    /// Files that exceed the size limit and were not copied.
    pub left_out: Vec<String>,
}

#[derive(Debug)]
struct CopiedFile {
    bytes: Vec<u8>,
    /// Permission bits.
    mode: u32,
}

impl FolderCopy {
    /// Copies the files that `is_wanted` selects by path, up to `room` bytes in total. Files that `is_first` selects
    /// are copied first. `room` is reduced by the copied bytes.
    pub fn take(
        base: &Path,
        name: &'static str,
        is_wanted: impl Fn(&str) -> bool,
        is_first: impl Fn(&str) -> bool,
        room: &mut usize,
    ) -> io::Result<Self> {
        let mut copy = Self {
            base: base.to_owned(),
            name,
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
            left_out: Vec::new(),
        };
        let Some(folder) = copy.open()? else {
            return Ok(copy);
        };
        let mut paths = Vec::new();
        list(&folder, "", 0, &mut paths, &mut copy.folders)?;
        paths.retain(|path| is_wanted(path));
        paths.sort_by_key(|path| !is_first(path));
        for path in paths {
            match read(&folder, &path, *room)? {
                Some(file) => {
                    *room -= file.bytes.len();
                    copy.files.insert(path, file);
                }
                None => copy.left_out.push(path),
            }
        }
        Ok(copy)
    }

    /// The copied files that are missing, empty or not regular files now. A file that cannot be checked counts as lost,
    /// so that it is restored.
    pub fn lost(&self) -> BTreeSet<String> {
        let folder = self.open().ok().flatten();
        let mut lost = BTreeSet::new();
        for (path, file) in &self.files {
            let now = folder.as_ref().and_then(|folder| entry(folder, path).ok().flatten());
            if now.is_none_or(|now| !now.is_file() || now.size() == 0 && !file.bytes.is_empty()) {
                lost.insert(path.clone());
            }
        }
        lost
    }

    /// The files of [`Self::lost`], and files that `is_exact` selects whose content differs.
    pub fn changed(&self, is_exact: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let mut changed = self.lost();
        let exact = self.files.keys().filter(|path| is_exact(path));
        changed.extend(exact.filter(|path| !self.is_same(path)).cloned());
        changed
    }

    /// Whether the file was copied and still has that content.
    pub fn is_same(&self, path: &str) -> bool {
        let (Some(file), Ok(Some(folder))) = (self.files.get(path), self.open()) else {
            return false;
        };
        // A larger file is a change and is not read: a command can make it larger than the memory.
        let now = read(&folder, path, file.bytes.len());
        now.is_ok_and(|now| now.is_some_and(|now| now.bytes == file.bytes))
    }

    /// Restores the permission bits of copied folders that their owner can no longer list or change. Returns whether
    /// there was one.
    pub fn reopen_folders(&self) -> bool {
        let mut is_changed = false;
        for (path, mode) in self.folders.iter().filter(|(_, mode)| *mode & 0o700 == 0o700) {
            let path = format!("{}/{path}", self.name);
            let reopen = || -> io::Result<bool> {
                let base = Folder::open(&self.base)?;
                match parent(&base, path.trim_end_matches('/'))? {
                    Some((folder, name)) => restore_mode(&folder, name, *mode),
                    None => Ok(false),
                }
            };
            // A folder that stays closed shows in its files, which cannot be restored.
            is_changed |= reopen().unwrap_or(false);
        }
        is_changed
    }

    /// Whether no file was copied.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The number of copied files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Writes the file with its old content, and syncs it. Replaces a file, folder or link of the same name, and
    /// replaces links in the place of its folders instead of following them.
    pub fn restore(&self, path: &str) -> io::Result<()> {
        let file = self.files.get(path).ok_or(io::ErrorKind::NotFound)?;
        let mode = |path: &str| self.folders.get(path).copied().unwrap_or(0o700);
        let mut folder = make_below(&Folder::open(&self.base)?, self.name, mode(""))?;
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut below = String::new();
        for name in folders.split('/').filter(|name| !name.is_empty()) {
            below = format!("{below}{}{name}", if below.is_empty() { "" } else { "/" });
            folder = make_below(&folder, name, mode(&below))?;
        }
        let chance = RandomState::new().build_hasher().finish();
        let aside = format!(".{name}.{chance:016x}.aside.tmp");
        move_folder_aside(&folder, name, &aside)?;
        let put = folder.put(name.as_ref(), &file.bytes, Some(file.mode & 0o777), true);
        // The folder that was in the place of the file is useless, and harmless if it stays.
        let _ = folder.remove_all(aside.as_ref());
        put
    }

    /// `None` if there is no folder of this name. A link does not count as one.
    fn open(&self) -> io::Result<Option<Folder>> {
        or_none(Folder::open(&self.base)?.open_below(self.name))
    }
}

/// The paths of all regular files below, and the permission bits of the folders.
fn list(
    folder: &Folder,
    prefix: &str,
    depth: usize,
    paths: &mut Vec<String>,
    folders: &mut BTreeMap<String, u32>,
) -> io::Result<()> {
    let mode = FileEntry(rustix::fs::fstat(folder)?).mode();
    folders.insert(prefix.trim_end_matches('/').to_owned(), mode);
    for name in folder.names()? {
        let path = format!("{prefix}{name}");
        match folder.entry(&name)? {
            Some(entry) if entry.is_file() => paths.push(path),
            Some(entry) if entry.is_folder() && depth < DEPTH_MAX => {
                let below = or_none(folder.open_below(&name))?;
                if let Some(below) = below {
                    list(&below, &format!("{path}/"), depth + 1, paths, folders)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// `None` if the file is missing, larger than `room`, or not a regular file.
fn read(folder: &Folder, path: &str, room: usize) -> io::Result<Option<CopiedFile>> {
    let Some((folder, name)) = parent(folder, path)? else {
        return Ok(None);
    };
    let Some(file) = or_none(folder.open_file(name))? else {
        return Ok(None);
    };
    let entry = FileEntry::of(&file)?;
    if !entry.is_file() || entry.size() > room {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(entry.size() as u64).read_to_end(&mut bytes)?;
    let mode = entry.mode();
    Ok(Some(CopiedFile { bytes, mode }))
}

fn entry(folder: &Folder, path: &str) -> io::Result<Option<FileEntry>> {
    match parent(folder, path)? {
        Some((folder, name)) => folder.entry(name),
        None => Ok(None),
    }
}

fn parent<'p>(folder: &Folder, path: &'p str) -> io::Result<Option<(Folder, &'p str)>> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut folder = folder.again()?;
    for name in folders.split('/').filter(|name| !name.is_empty()) {
        match or_none(folder.open_below(name))? {
            Some(below) => folder = below,
            None => return Ok(None),
        }
    }
    Ok(Some((folder, name)))
}

/// Opens or creates the folder. Removes a file or link of the same name first.
fn make_below(folder: &Folder, name: &str, mode: u32) -> io::Result<Folder> {
    if folder.entry(name)?.is_some_and(|entry| !entry.is_folder()) {
        rustix::fs::unlinkat(folder, name, AtFlags::empty())?;
    }
    match rustix::fs::mkdirat(folder, name, Mode::from_raw_mode(mode & 0o777)) {
        Ok(()) => rustix::fs::fsync(folder)?,
        Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    folder.open_below(name)
}

/// A file cannot be renamed over a folder.
fn move_folder_aside(folder: &Folder, name: &str, aside: &str) -> io::Result<()> {
    match folder.entry(name)? {
        Some(entry) if entry.is_folder() => folder.rename(name, aside),
        _ => Ok(()),
    }
}

/// Restores the mode of a folder that its owner cannot use. Returns whether the mode changed.
fn restore_mode(folder: &Folder, name: &str, mode: u32) -> io::Result<bool> {
    match folder.entry(name)? {
        Some(entry) if entry.is_folder() && entry.mode() & 0o700 != 0o700 => {
            hostile_tree::change_mode(folder, &CString::new(name)?, mode)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn or_none<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if crate::tree::is_missing(&error) => Ok(None),
        Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn check(spoil: fn(&Path)) {
        let scene = tempfile::tempdir().unwrap();
        let (project, outside) = (scene.path().join("project"), scene.path().join("outside"));
        fs::create_dir_all(project.join("own/a/b")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::set_permissions(project.join("own/a"), fs::Permissions::from_mode(0o700)).unwrap();
        for path in ["own/one", "own/a/two", "own/a/b/three"] {
            fs::write(project.join(path), path).unwrap();
        }
        let mut room = 1000;
        let copy = FolderCopy::take(&project, "own", |_| true, |_| false, &mut room).unwrap();
        assert_eq!((copy.len(), copy.changed(|_| true).len()), (3, 0));
        spoil(&project);
        let changed = copy.changed(|_| true);
        assert!(!changed.is_empty());
        for path in &changed {
            copy.restore(path).unwrap();
        }
        assert!(copy.changed(|_| true).is_empty());
        let mode = fs::metadata(project.join("own/a")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0, "a link was followed");
        assert_eq!(
            fs::read_to_string(project.join("own/a/b/three")).unwrap(),
            "own/a/b/three"
        );
    }

    #[test]
    fn a_removed_folder_is_restored() {
        check(|project| fs::remove_dir_all(project.join("own")).unwrap());
    }

    #[test]
    fn a_changed_file_is_restored() {
        check(|project| fs::write(project.join("own/a/two"), "other").unwrap());
    }

    #[test]
    fn a_link_in_the_place_of_a_folder_is_replaced_and_not_followed() {
        check(|project| {
            fs::remove_dir_all(project.join("own/a")).unwrap();
            symlink("../../outside", project.join("own/a")).unwrap();
        });
        check(|project| {
            fs::remove_dir_all(project.join("own")).unwrap();
            symlink("../outside", project.join("own")).unwrap();
        });
    }

    #[test]
    fn a_file_grown_to_a_terabyte_is_restored_without_reading_it() {
        check(|project| {
            let file = fs::OpenOptions::new().write(true).open(project.join("own/one"));
            file.unwrap().set_len(1 << 40).unwrap();
        });
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_replaced() {
        check(|project| {
            fs::remove_file(project.join("own/a/two")).unwrap();
            fs::create_dir_all(project.join("own/a/two/x")).unwrap();
            symlink("../../../../outside", project.join("own/a/two/link")).unwrap();
        });
    }

    #[test]
    fn closed_folders_are_opened_again() {
        let project = tempfile::tempdir().unwrap();
        let own = project.path().join("own");
        fs::create_dir_all(own.join("a")).unwrap();
        fs::write(own.join("a/one"), "one").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        let before = (mode(&own), mode(&own.join("a")));
        let copy = FolderCopy::take(project.path(), "own", |_| true, |_| false, &mut 50).unwrap();
        assert!(!copy.reopen_folders());
        for folder in [own.join("a"), own.clone()] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o000)).unwrap();
        }
        assert!(copy.reopen_folders());
        assert_eq!((mode(&own), mode(&own.join("a"))), before);
    }

    #[test]
    fn files_over_the_size_limit_are_listed() {
        let project = tempfile::tempdir().unwrap();
        fs::create_dir(project.path().join("own")).unwrap();
        fs::write(project.path().join("own/big"), [0; 100]).unwrap();
        fs::write(project.path().join("own/small"), [0; 10]).unwrap();
        let copy = FolderCopy::take(project.path(), "own", |_| true, |path| path == "small", &mut 50).unwrap();
        assert_eq!((copy.len(), copy.left_out.as_slice()), (1, &["big".to_owned()][..]));
    }
}
