//! Hidden folders: for folders that are being filled, and for folders that are being deleted.

use std::fs::{self, DirEntry, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

/// The name of a plan folder never starts with a dot.
const PREFIX: &str = ".aside-";
/// How often another process may remove the new folder as a leftover.
const ATTEMPTS_MAX: usize = 10;

/// A locked folder: other processes do not remove it as a leftover. Dropping the value removes the folder with its content,
/// unless it was renamed and [`Self::keep`] was called.
pub(super) struct HiddenFolder {
    folder: TempDir,
    _lock: File,
}

impl HiddenFolder {
    pub(super) fn new(plans: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS_MAX {
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .permissions(Permissions::from_mode(0o777))
                .tempdir_in(plans)?;
            let lock = match File::open(folder.path()) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                opened => opened?,
            };
            lock.lock()?;
            // A process that had the lock before may have removed the folder.
            if folder.path().exists() {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other("another process keeps removing the hidden folder"))
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Call this after the folder was renamed.
    pub(super) fn keep(self) {
        drop(self.folder.keep());
    }
}

/// Removes hidden folders of killed processes. A leftover folder is harmless, so errors are ignored.
pub fn remove_leftovers(plans: &Path) {
    let is_aside = |entry: &DirEntry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        is_folder && entry.file_name().to_string_lossy().starts_with(PREFIX)
    };
    let entries = fs::read_dir(plans).into_iter().flatten().flatten();
    for path in entries.filter(is_aside).map(|entry| entry.path()) {
        let Ok(aside) = File::open(&path) else { continue };
        if aside.try_lock().is_ok() {
            let _ = fs::remove_dir_all(&path);
        }
    }
}
