//! A lock file that names the process that has the lock.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

use crate::tree::{FileEntry, Folder, OwnPath};

/// A lock that is released when the value is dropped. If the process is killed, the kernel releases the lock, and the file
/// stays.
#[derive(Debug)]
pub struct Hold {
    file: File,
    path: OwnPath,
}

/// Why a lock was not taken.
#[derive(Debug, thiserror::Error)]
pub enum HoldError {
    /// The description of the owner, and its process ID.
    #[error("it is held by {who}")]
    HeldBy { who: String },
    #[error("{}: cannot lock: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// The suffix of lock files that [`Hold::sweep`] removes.
const SUFFIX: &str = ".lock";
const WHO_BYTES_MAX: usize = 500;
/// How often another process may remove the file meanwhile.
const ATTEMPTS_MAX: usize = 10;
/// [`Hold::is_held`] takes the lock for a moment, so a conflict is retried.
const RETRIES_MAX: usize = 4;
const RETRY_AFTER: Duration = Duration::from_millis(5);

impl Hold {
    /// Fails at once if another process has the lock. `who` describes this process in the error of the next one.
    pub fn take(path: &Path, who: &str) -> Result<Self, HoldError> {
        let failed = |source| HoldError::Io {
            path: path.to_owned(),
            source,
        };
        let own = OwnPath::of(path).map_err(failed)?;
        for _ in 0..ATTEMPTS_MAX {
            let file = open(&own).map_err(failed)?;
            match lock(&file) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => return Err(HoldError::HeldBy { who: holder(&file) }),
                Err(error) => return Err(failed(error.into())),
            }
            if is_at(&file, &own).map_err(failed)? {
                write_holder(&file, who).map_err(failed)?;
                return Ok(Self { file, path: own });
            }
        }
        Err(failed(io::Error::other("another process keeps removing the lock file")))
    }

    /// Whether a live process has this lock. Writes nothing.
    pub fn is_held(path: &Path) -> bool {
        let look = || -> io::Result<bool> {
            let own = OwnPath::of(path)?;
            Ok(held_by(&own.parent()?, own.name()).is_some())
        };
        look().unwrap_or(false)
    }

    /// Removes the lock files of killed processes. A leftover lock file blocks no process, so errors are ignored.
    pub fn sweep(folder: &Path) {
        let Ok(folder) = OwnPath::below(folder, &[]).folder() else {
            return;
        };
        let names = folder.names().unwrap_or_default();
        for name in names.iter().filter(|name| name.ends_with(SUFFIX)) {
            if let Ok(Some(file)) = folder.open_regular(name, OFlags::RDONLY) {
                remove_if_free(&folder, name, &file);
            }
        }
    }

    /// The owners of the other locks of the same kind: those in the same folder whose names are equal up to the first dash.
    /// Unreadable locks count as free.
    pub fn beside(path: &Path) -> Vec<String> {
        let kind = |name: &str| Some(name.split_once('-')?.0.to_owned());
        let look = || -> io::Result<Vec<String>> {
            let own = OwnPath::of(path)?;
            let (folder, ours) = (own.parent()?, own.name());
            let mut others = folder.names()?;
            others.retain(|name| name != ours && kind(name).is_some() && kind(name) == kind(ours));
            Ok(others.iter().filter_map(|name| held_by(&folder, name)).collect())
        };
        look().unwrap_or_default()
    }
}

/// `file` was opened by this name. Another process may have removed it since and locked a new file of the same name.
fn remove_if_free(folder: &Folder, name: &str, file: &File) {
    let is_there = || -> io::Result<bool> {
        let opened = FileEntry::of(file)?;
        Ok(folder.entry(name)?.is_some_and(|there| there.is_same(&opened)))
    };
    if flock(file, FlockOperation::NonBlockingLockExclusive).is_ok() && is_there().unwrap_or(false) {
        let _ = folder.remove_file(name);
    }
}

/// `None` if the lock is free.
fn held_by(folder: &Folder, name: &str) -> Option<String> {
    let file = folder.open_regular(name, OFlags::RDONLY).ok()??;
    // Closing the file releases this shared lock.
    match flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Some(holder(&file)),
        _ => None,
    }
}

/// Retries, because [`held_by`] has the lock for a moment.
fn lock(file: &File) -> Result<(), Errno> {
    let mut retries = 0;
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if retries < RETRIES_MAX => {
                retries += 1;
                thread::sleep(RETRY_AFTER);
            }
            done => return done,
        }
    }
}

impl Drop for Hold {
    /// Removes the file. A process that opened it meanwhile notices with [`is_at`].
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        // If this lock's file was removed, another process may have created a new one.
        if is_at(&self.file, &self.path).unwrap_or(false) {
            let _ = self.path.remove_file();
        }
    }
}

/// Opens the lock file. Creates it and its folders if they are missing.
fn open(path: &OwnPath) -> io::Result<File> {
    for _ in 0..ATTEMPTS_MAX {
        if let Some(file) = path.open(OFlags::RDWR)? {
            return Ok(file);
        }
        path.make_parents(0o777)?;
        match path.create(OFlags::RDWR, 0o600) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    Err(io::Error::other(
        "another process keeps creating and removing the lock file",
    ))
}

/// A lock on a removed file excludes no process: the next process would lock a new file.
fn is_at(file: &File, path: &OwnPath) -> io::Result<bool> {
    let there = path.parent()?.entry(path.name())?;
    let ours = FileEntry::of(file)?;
    Ok(there.is_some_and(|there| there.is_same(&ours)))
}

fn write_holder(mut file: &File, who: &str) -> io::Result<()> {
    let line: String = who.chars().filter(|c| !c.is_control()).collect();
    let line = &line[..line.floor_char_boundary(WHO_BYTES_MAX)];
    file.set_len(0)?;
    file.write_all(format!("{line} (process {})\n", std::process::id()).as_bytes())
}

/// The file is empty until the new owner has written its description.
fn holder(file: &File) -> String {
    let mut text = String::new();
    let room = 2 * WHO_BYTES_MAX as u64;
    let read = file.take(room).read_to_string(&mut text);
    match (read, text.lines().next()) {
        (Ok(_), Some(line)) if !line.is_empty() => line.chars().filter(|c| !c.is_control()).collect(),
        _ => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_error_names_the_owner_of_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".planwright/locks/plan");
        let hold = Hold::take(&path, "teddy execute\n\u{1b}[2J of 01/plan.md").unwrap();
        let error = Hold::take(&path, "another").unwrap_err();
        let us = std::process::id();
        assert_eq!(
            error.to_string(),
            format!("it is held by teddy execute[2J of 01/plan.md (process {us})")
        );
        drop(hold);
        assert!(!path.exists(), "one file for every plan would add up");
        Hold::take(&path, "another").unwrap();
    }

    #[test]
    fn owners_of_other_locks_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let ours = Hold::take(&path("run-1.lock"), "us").unwrap();
        let beside = || Hold::beside(&path("run-1.lock"));
        assert_eq!(beside(), Vec::<String>::new());
        let other = Hold::take(&path("run-2.lock"), "a run").unwrap();
        let _of_another_kind = Hold::take(&path("turn-2.lock"), "a turn").unwrap();
        fs::write(path("run-3.lock"), "one that died (process 1)\n").unwrap();
        let them = format!("a run (process {})", std::process::id());
        assert_eq!(beside(), [them]);
        drop(other);
        assert_eq!(beside(), Vec::<String>::new());
        Hold::take(&path("run-3.lock"), "another").unwrap();
        drop(ours);
    }

    #[test]
    fn a_short_shared_lock_does_not_prevent_taking_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan");
        fs::write(&path, "").unwrap();
        let shared = File::open(&path).unwrap();
        flock(&shared, FlockOperation::NonBlockingLockShared).unwrap();
        let gone = thread::spawn(move || {
            thread::sleep(RETRY_AFTER);
            drop(shared);
        });
        let hold = Hold::take(&path, "us").unwrap();
        gone.join().unwrap();
        drop(hold);
    }

    #[test]
    fn a_lock_on_a_removed_file_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan");
        let first = Hold::take(&path, "first").unwrap();
        fs::remove_file(&path).unwrap();
        let second = Hold::take(&path, "second").unwrap();
        drop(first);
        let error = Hold::take(&path, "third").unwrap_err().to_string();
        assert!(error.contains("second"), "{error}");
        drop(second);
    }

    #[test]
    fn locks_of_killed_holders_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let held = Hold::take(&folder.path().join("run-1.lock"), "us").unwrap();
        for name in ["run-2.lock", "store.db"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        Hold::sweep(folder.path());
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["run-1.lock", "store.db"]);
        drop(held);
    }

    #[test]
    fn sweep_keeps_a_lock_that_replaced_the_one_it_opened() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("run-1.lock");
        let folder = Folder::open(place.path()).unwrap();
        let first = Hold::take(&path, "first").unwrap();
        let opened = folder.open_regular("run-1.lock", OFlags::RDONLY).unwrap().unwrap();
        drop(first);
        let second = Hold::take(&path, "second").unwrap();
        remove_if_free(&folder, "run-1.lock", &opened);
        assert!(path.exists());
        Hold::take(&path, "third").unwrap_err();
        drop(second);
    }

    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("canary"), "canary").unwrap();
        std::os::unix::fs::symlink("canary", folder.path().join("plan")).unwrap();
        Hold::take(&folder.path().join("plan"), "us").unwrap_err();
        assert_eq!(fs::read(folder.path().join("canary")).unwrap(), b"canary");
    }

    #[test]
    fn only_one_of_many_threads_gets_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("plan");
        let start = std::sync::Barrier::new(8);
        let end = std::sync::Barrier::new(8);
        let attempt = || {
            start.wait();
            let hold = Hold::take(path, "one of eight");
            end.wait();
            usize::from(hold.is_ok())
        };
        let held = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(attempt)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert_eq!(held, 1);
    }
}
