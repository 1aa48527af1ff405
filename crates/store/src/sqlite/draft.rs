//! Folders in which something is made that is not finished yet. Each is locked by its maker for as long as that one lives:
//! a number of a process says nothing to another machine, another container, or a system that lists no processes.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use rustix::io::Errno;

/// How the names begin.
const PREFIX: &str = "store.new-";
/// How often somebody may take ours for a leftover before we give up.
const ATTEMPTS_MAX: usize = 10;

/// It goes with everything in it when this does, and after a crash with the next [`remove_leftovers`].
#[derive(Debug)]
pub(super) struct Draft {
    path: PathBuf,
    _lock: File,
}

impl Draft {
    pub fn new(folder: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS_MAX {
            let chance = RandomState::new().build_hasher().finish();
            let path = folder.join(format!("{PREFIX}{chance:016x}"));
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            if let Some(lock) = locked(&path)? {
                return Ok(Self { path, _lock: lock });
            }
        }
        Err(io::Error::other("drafts are removed again and again"))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// What nobody holds any more. Best effort: it is in nobody's way.
pub(super) fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let drafts = entries.flatten();
    for entry in drafts.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let Ok(draft) = open(&entry.path()) else { continue };
        if flock(&draft, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let path = entry.path();
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
    }
}

/// What is no draft is neither followed nor waited for.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?.into())
}

/// `None` if somebody was quicker and removes it.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let file = match open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    // Where folders cannot be locked at all nobody can lock this one, so nobody removes it.
    if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        return Ok(None);
    }
    let ours = file.metadata()?;
    let is_there = path.symlink_metadata().is_ok_and(|there| there.ino() == ours.ino());
    Ok(is_there.then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_works_on_is_no_leftover_whatever_its_process_is_called() {
        let folder = tempfile::tempdir().unwrap();
        let draft = Draft::new(folder.path()).unwrap();
        fs::write(draft.path().join("store.db"), "half").unwrap();
        // Of a process that was killed: nobody holds it.
        let left = folder.path().join(format!("{PREFIX}4194305"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join("store.db"), "half").unwrap();
        remove_leftovers(folder.path());
        assert!(draft.path().join("store.db").exists());
        assert!(!left.exists());
        drop(draft);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn two_can_make_one_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (Draft::new(folder.path()).unwrap(), Draft::new(folder.path()).unwrap());
        assert_ne!(one.path(), other.path());
    }
}
