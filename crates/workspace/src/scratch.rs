//! Temporary folders. Their process keeps them locked, so that other processes recognize the folder of a killed one.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::tree::{FileEntry, Folder};

const ATTEMPTS_MAX: usize = 10;
const RANDOM_DIGITS: usize = 16;

/// A folder that only this user can enter. Dropping the value removes it with its content. After a kill, the next
/// process that creates a folder with the same prefix removes it.
#[derive(Debug)]
pub(crate) struct Scratch {
    above: Folder,
    name: OsString,
    path: PathBuf,
    /// Its lock shows that the process lives.
    handle: Folder,
}

impl Scratch {
    /// `place` must not be chosen by a project; the system's folder for temporary files, for example.
    pub fn new(place: &Path, prefix: &str) -> io::Result<Self> {
        let above = Folder::open(place)?;
        sweep(&above, prefix);
        Self::below(above, place, prefix)
    }

    /// Creates the folder below an open one; `place` is the path of `above`.
    pub fn below(above: Folder, place: &Path, prefix: &str) -> io::Result<Self> {
        for _ in 0..ATTEMPTS_MAX {
            let random = RandomState::new().build_hasher().finish();
            let name = format!("{prefix}{random:0RANDOM_DIGITS$x}");
            rustix::fs::mkdirat(&above, &name, rustix::fs::Mode::RWXU)?;
            // Another process may have removed it as a leftover before it was locked.
            let handle = match above.open_below(&name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                handle => handle?,
            };
            let is_locked = flock(&handle, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
            if is_locked && is_at(&above, &name, &handle)? {
                let path = place.join(&name);
                let name = name.into();
                return Ok(Self {
                    above,
                    name,
                    path,
                    handle,
                });
            }
        }
        Err(io::Error::other("another process keeps removing the temporary folder"))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the folder early. Dropping the value does it again, without effect.
    pub fn remove(&self) {
        let _ = self.above.remove_all(&self.name);
    }

    /// The open folder.
    pub fn handle(&self) -> &Folder {
        &self.handle
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Removes this user's folders of killed processes. A leftover folder is harmless, so errors are ignored.
pub(crate) fn sweep(above: &Folder, prefix: &str) {
    let is_named = |name: &String| {
        name.strip_prefix(prefix)
            .is_some_and(|random| random.len() == RANDOM_DIGITS && random.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    for name in above.names().unwrap_or_default().into_iter().filter(is_named) {
        if let Ok(folder) = above.open_below(&name)
            && FileEntry::of(&folder).is_ok_and(|entry| entry.is_ours())
            && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
        {
            let _ = above.remove_all(name.as_ref());
        }
    }
}

fn is_at(above: &Folder, name: &str, handle: &Folder) -> io::Result<bool> {
    let ours = FileEntry::of(handle)?;
    Ok(above.entry(name)?.is_some_and(|there| there.is_same(&ours)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_of_killed_processes_are_removed_and_others_stay() {
        let place = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("canary"), "canary").unwrap();
        let living = Scratch::new(place.path(), "planwright-").unwrap();
        let dead = place.path().join("planwright-0123456789abcdef");
        fs::create_dir_all(dead.join("deep/er")).unwrap();
        symlink(outside.path(), dead.join("deep/link")).unwrap();
        fs::create_dir(place.path().join("planwright-of-the-user")).unwrap();
        symlink(outside.path(), place.path().join("planwright-fedcba9876543210")).unwrap();
        let next = Scratch::new(place.path(), "planwright-").unwrap();
        assert!(!dead.exists());
        assert!(living.path().exists() && next.path().exists());
        drop((living, next));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
        assert_eq!(fs::read(outside.path().join("canary")).unwrap(), b"canary");
    }

    #[test]
    fn deeply_nested_folders_of_a_command_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(place.path(), "planwright-").unwrap();
        let deep = (0..200).fold(scratch.path().to_owned(), |path, _| path.join("d"));
        fs::create_dir_all(deep).unwrap();
        drop(scratch);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
