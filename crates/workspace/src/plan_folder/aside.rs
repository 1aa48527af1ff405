//! A folder out of sight: for what is made before everybody sees it, and for what is taken away before it is deleted.

use std::fs::{self, DirEntry, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

/// No plan folder begins with a dot.
const PREFIX: &str = ".aside-";
/// How often somebody may take ours for a leftover before we give up.
const ATTEMPTS_MAX: usize = 10;

/// Whoever made it holds its lock, so that nobody takes it for a leftover. It goes when this does, with everything in it,
/// unless it was published.
pub(super) struct Aside {
    folder: TempDir,
    _lock: File,
}

impl Aside {
    pub fn new(plans: &Path) -> io::Result<Self> {
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
            // Whoever had the lock before us has removed it.
            if folder.path().exists() {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other("folders out of sight are removed again and again"))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// It has another place by now.
    pub fn published(self) {
        drop(self.folder.keep());
    }
}

/// What nobody holds any more. Best effort: it is in nobody's way.
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
