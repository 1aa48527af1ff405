//! Measures, merges and removes folders that commands wrote to.
//!
//! This module follows no link, opens only folders, and keeps at most [`DEPTH_MAX`] folders open.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, Stat, XattrFlags, fchmod, fgetxattr, fsetxattr, openat, renameat, statat,
    unlinkat,
};
use rustix::io::Errno;

/// A deeper cache is removed instead of being measured or merged.
const DEPTH_MAX: usize = 128;
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
/// The attribute by which overlayfs marks a folder that hides the folders of lower layers.
const OPAQUE: &str = "user.overlay.opaque";

/// Opens a folder directly below another one, also if its owner must not read it.
pub(crate) fn open_closed(parent: impl AsFd, name: &CStr) -> io::Result<OwnedFd> {
    match open(&parent, name) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            change_mode(&parent, name, 0o700)?;
            open(parent, name)
        }
        opened => opened,
    }
}

/// Opens a folder directly below another one.
pub(crate) fn open(parent: impl AsFd, name: &CStr) -> io::Result<OwnedFd> {
    Ok(openat(parent, name, FOLDER, Mode::empty())?)
}

/// The bytes on disk, or `None` for more than `entries` entries, a deeper folder than [`DEPTH_MAX`] and a folder that
/// its owner cannot read.
pub(crate) fn measure(folder: &OwnedFd, entries: &mut u64) -> io::Result<Option<u64>> {
    unless_refused(measure_at(folder, entries, 0))
}

/// `None` if a command took the owner's own permissions away.
fn unless_refused(measured: io::Result<Option<u64>>) -> io::Result<Option<u64>> {
    match measured {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        other => other,
    }
}

fn measure_at(folder: &OwnedFd, entries: &mut u64, depth: usize) -> io::Result<Option<u64>> {
    let mut bytes: u64 = 0;
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_dot(name) {
            continue;
        }
        // A running command may have removed it.
        let Some(found) = look(folder, name)? else { continue };
        if *entries == 0 || depth == DEPTH_MAX {
            return Ok(None);
        }
        *entries -= 1;
        bytes = bytes.saturating_add(u64::try_from(found.st_blocks).unwrap_or(0).saturating_mul(512));
        if is_folder(&found) {
            match open(folder, name) {
                Ok(below) => match measure_at(&below, entries, depth + 1)? {
                    Some(more) => bytes = bytes.saturating_add(more),
                    None => return Ok(None),
                },
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Err(error),
                // A running command replaced it.
                Err(_) => {}
            }
        }
    }
    Ok(Some(bytes))
}

/// The prefix of folders that wait for their removal.
pub(crate) const GONE: &str = "gone-";

/// Removes a file or folder with its content. Folders below [`DEPTH_MAX`] are first moved to `top`, a folder on the
/// same file system that no command writes to.
pub(crate) fn remove(top: &OwnedFd, parent: impl AsFd, name: &CStr) -> io::Result<()> {
    let parent = parent.as_fd();
    let mut moved = Vec::new();
    remove_at(top, parent, name, 0, &mut moved)?;
    while let Some(name) = moved.pop() {
        remove_at(top, top.as_fd(), &name, 0, &mut moved)?;
    }
    Ok(())
}

/// Removes a file or folder with its content, like [`remove`], but needs no other folder: folders below [`DEPTH_MAX`]
/// are moved up into the removed folder itself.
pub(crate) fn remove_alone(parent: impl AsFd, name: &CStr) -> io::Result<()> {
    let parent = parent.as_fd();
    let Some(found) = look(parent, name)? else {
        return Ok(());
    };
    if !is_folder(&found) {
        return gone(unlinkat(parent, name, AtFlags::empty()));
    }
    make_accessible(parent, name, &found)?;
    let folder = open(parent, name)?;
    let emptied = remove_content(&folder, &folder, 1, &mut Vec::new());
    let removed = gone(unlinkat(parent, name, AtFlags::REMOVEDIR));
    removed.map_err(|error| emptied.err().unwrap_or(error))
}

fn remove_at(
    top: &OwnedFd,
    parent: BorrowedFd<'_>,
    name: &CStr,
    depth: usize,
    moved: &mut Vec<CString>,
) -> io::Result<()> {
    let Some(found) = look(parent, name)? else {
        return Ok(());
    };
    if !is_folder(&found) {
        return gone(unlinkat(parent, name, AtFlags::empty()));
    }
    make_accessible(parent, name, &found)?;
    if depth == DEPTH_MAX {
        let new = CString::new(format!("{GONE}{:x}", found.st_ino))?;
        renameat(parent, name, top, &new)?;
        moved.push(new);
        return Ok(());
    }
    let folder = open(parent, name)?;
    let emptied = remove_content(top, &folder, depth + 1, moved);
    let removed = gone(unlinkat(parent, name, AtFlags::REMOVEDIR));
    removed.map_err(|error| emptied.err().unwrap_or(error))
}

/// Removes as much as possible, and returns the first error of the last attempt.
fn remove_content(top: &OwnedFd, folder: &OwnedFd, depth: usize, moved: &mut Vec<CString>) -> io::Result<()> {
    // Removing entries while they are listed may skip some.
    loop {
        let (mut is_empty, mut has_removed, mut failed) = (true, false, Ok(()));
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            if is_dot(entry.file_name()) {
                continue;
            }
            is_empty = false;
            match remove_at(top, folder.as_fd(), entry.file_name(), depth, moved) {
                Ok(()) => has_removed = true,
                Err(error) => failed = failed.and(Err(error)),
            }
        }
        if is_empty || !has_removed {
            return failed;
        }
    }
}

/// Moves the content of an upper layer into a lower one; `real` is the user's cache below both. The layers show the
/// same files at every moment, because an entry of the upper layer hides the lower one until it is moved.
pub(crate) fn merge(top: &OwnedFd, upper: &OwnedFd, lower: &OwnedFd, real: Option<&OwnedFd>) -> io::Result<()> {
    merge_at(&Merging { top, depth: 0 }, upper, lower, real)
}

struct Merging<'a> {
    top: &'a OwnedFd,
    depth: usize,
}

fn merge_at(merging: &Merging, upper: &OwnedFd, lower: &OwnedFd, real: Option<&OwnedFd>) -> io::Result<()> {
    if merging.depth == DEPTH_MAX {
        return Err(io::Error::other("a cache has too many nested folders"));
    }
    while !is_empty(upper)? {
        for entry in Dir::read_from(upper)? {
            let entry = entry?;
            if !is_dot(entry.file_name()) {
                merge_entry(merging, upper, lower, real, entry.file_name())?;
            }
        }
    }
    Ok(())
}

fn merge_entry(
    merging: &Merging,
    upper: &OwnedFd,
    lower: &OwnedFd,
    real: Option<&OwnedFd>,
    name: &CStr,
) -> io::Result<()> {
    let Some(above) = look(upper, name)? else {
        return Ok(());
    };
    if !is_folder(&above) {
        remove(merging.top, lower, name)?;
        // Drop a whiteout that hides nothing: overlayfs would list it as a file in a folder that only one layer has.
        return match is_whiteout(&above) && !exists(real, name)? {
            true => gone(unlinkat(upper, name, AtFlags::empty())),
            false => Ok(renameat(upper, name, lower, name)?),
        };
    }
    make_accessible(upper, name, &above)?;
    let folder = open(upper, name)?;
    match look(lower, name)? {
        Some(below) if is_folder(&below) && !is_opaque(&folder) => {
            make_accessible(lower, name, &below)?;
            let target = open(lower, name)?;
            let real = real
                .filter(|_| !is_opaque(&target))
                .and_then(|real| open(real, name).ok());
            let merging = Merging {
                depth: merging.depth + 1,
                ..*merging
            };
            merge_at(&merging, &folder, &target, real.as_ref())?;
            unlinkat(upper, name, AtFlags::REMOVEDIR)?;
            fchmod(target, Mode::from_raw_mode(above.st_mode))?;
        }
        below => {
            if below.is_some() && !is_opaque(&folder) {
                // The removed entry hid the user's files of this name. The opaque mark hides them instead.
                fsetxattr(&folder, OPAQUE, b"y", XattrFlags::empty())?;
            }
            remove(merging.top, lower, name)?;
            renameat(upper, name, lower, name)?;
            fchmod(folder, Mode::from_raw_mode(above.st_mode))?;
        }
    }
    Ok(())
}

fn exists(folder: Option<&OwnedFd>, name: &CStr) -> io::Result<bool> {
    Ok(folder.map(|folder| look(folder, name)).transpose()?.flatten().is_some())
}

/// How overlayfs marks a removed file.
fn is_whiteout(found: &Stat) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::CharacterDevice && found.st_rdev == 0
}

fn is_opaque(folder: &OwnedFd) -> bool {
    let mut value = [0_u8; 1];
    !matches!(
        fgetxattr(folder, OPAQUE, &mut value),
        Err(Errno::NODATA | Errno::NOTSUP)
    )
}

fn look(parent: impl AsFd, name: &CStr) -> io::Result<Option<Stat>> {
    match statat(parent, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(found) => Ok(Some(found)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn is_folder(found: &Stat) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::Directory
}

fn is_dot(name: &CStr) -> bool {
    matches!(name.to_bytes(), b"." | b"..")
}

fn is_empty(folder: &OwnedFd) -> io::Result<bool> {
    for entry in Dir::read_from(folder)? {
        if !is_dot(entry?.file_name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn gone(result: rustix::io::Result<()>) -> io::Result<()> {
    match result {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Some package managers make their own folders read-only.
fn make_accessible(parent: impl AsFd, name: &CStr, found: &Stat) -> io::Result<()> {
    match found.st_mode & 0o700 {
        0o700 => Ok(()),
        _ => change_mode(parent, name, found.st_mode & 0o7777 | 0o700),
    }
}

/// Uses a handle, so that a link in the place of the folder is not followed.
#[cfg(target_os = "linux")]
pub(crate) fn change_mode(parent: impl AsFd, name: &CStr, mode: u32) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let handle = openat(parent, name, FOLDER | OFlags::PATH, Mode::empty())?;
    let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
    Ok(rustix::fs::chmod(path, Mode::from_raw_mode(mode))?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn change_mode(parent: impl AsFd, name: &CStr, mode: u32) -> io::Result<()> {
    let mode = Mode::from_raw_mode(mode.try_into().unwrap_or(0o700));
    Ok(rustix::fs::chmodat(parent, name, mode, AtFlags::SYMLINK_NOFOLLOW)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn deeply_nested_and_closed_folders_are_removed() {
        let scene = tempfile::tempdir().unwrap();
        fs::write(scene.path().join("canary"), "canary").unwrap();
        let deep = (0..300).fold(scene.path().join("tree"), |path, _| path.join("d"));
        fs::create_dir_all(&deep).unwrap();
        symlink(scene.path(), deep.join("link")).unwrap();
        let closed = scene.path().join("tree/closed");
        fs::create_dir_all(closed.join("below")).unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        remove_alone(fs::File::open(scene.path()).unwrap(), c"tree").unwrap();
        let left: Vec<_> = fs::read_dir(scene.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["canary"]);
    }
}
