//! A lock for the time that one thing is being done, which says who does it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

/// As long as it lives, nobody else can take the same lock. When its holder dies, the kernel frees it, and the file stays.
#[derive(Debug)]
pub struct Hold {
    file: File,
    path: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum HoldError {
    /// The holder's own words, and its process.
    #[error("it is held by {who}")]
    HeldBy { who: String },
    #[error("cannot lock {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

const WHO_BYTES_MAX: usize = 500;
/// How often the file may be removed under our hands before we give up.
const ATTEMPTS_MAX: usize = 10;

impl Hold {
    /// Never waits. `who` is a sentence for whoever comes second: what is being done here.
    pub fn take(path: &Path, who: &str) -> Result<Self, HoldError> {
        let failed = |source| HoldError::Io {
            path: path.to_owned(),
            source,
        };
        for _ in 0..ATTEMPTS_MAX {
            let file = open(path).map_err(failed)?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => return Err(HoldError::HeldBy { who: holder(&file) }),
                Err(error) => return Err(failed(error.into())),
            }
            if is_at(&file, path).map_err(failed)? {
                write_holder(&file, who).map_err(failed)?;
                let path = path.to_owned();
                return Ok(Self { file, path });
            }
        }
        Err(failed(io::Error::other("the lock is removed again and again")))
    }
}

impl Drop for Hold {
    /// The file goes with it: there is one for every thing that was ever held. Whoever opened it meanwhile notices.
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        // Another one's file may stand there, if somebody took ours away.
        if is_at(&self.file, &self.path).unwrap_or(false) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags(flags)
        .open(path)
}

/// A lock on a file that was removed since is no lock: the next one would lock another file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let ours = file.metadata()?;
    match path.symlink_metadata() {
        Ok(there) => Ok((ours.dev(), ours.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn write_holder(mut file: &File, who: &str) -> io::Result<()> {
    let line: String = who.chars().filter(|c| !c.is_control()).collect();
    let line = &line[..line.floor_char_boundary(WHO_BYTES_MAX)];
    file.set_len(0)?;
    file.write_all(format!("{line} (process {})\n", std::process::id()).as_bytes())
}

/// Just after it was taken, the file does not say it yet.
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
    use super::*;

    #[test]
    fn the_second_one_is_told_who_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locks/plan");
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
    fn a_removed_file_is_no_lock() {
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
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("canary"), "canary").unwrap();
        std::os::unix::fs::symlink("canary", folder.path().join("plan")).unwrap();
        Hold::take(&folder.path().join("plan"), "us").unwrap_err();
        assert_eq!(fs::read(folder.path().join("canary")).unwrap(), b"canary");
    }

    #[test]
    fn of_many_at_once_one_holds_it() {
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
        let held = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(attempt)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert_eq!(held, 1);
    }
}
