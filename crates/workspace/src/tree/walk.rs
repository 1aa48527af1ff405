//! Opens a folder below the root without following links.

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::folder::{FOLDER, Folder};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathWalk {
    /// The kernel resolves the path and refuses to leave the root.
    #[cfg(target_os = "linux")]
    Openat2,
    /// planwright opens one name after the other.
    StepByStep,
}

impl PathWalk {
    pub fn all() -> &'static [Self] {
        &[
            #[cfg(target_os = "linux")]
            Self::Openat2,
            Self::StepByStep,
        ]
    }

    /// Old kernels do not have `openat2`, and some containers forbid it.
    pub fn best(root: &Folder) -> Self {
        let works = |walk: &&Self| walk.open_folder(root, Path::new(".")).is_ok();
        Self::all().iter().find(works).copied().unwrap_or(Self::StepByStep)
    }

    /// Fails with `ELOOP` if the path contains a link.
    pub fn open_folder(self, root: &Folder, path: &Path) -> io::Result<Folder> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Openat2 => open_beneath(root, path),
            Self::StepByStep => open_step_by_step(root, path),
        }
    }
}

#[cfg(target_os = "linux")]
fn open_beneath(root: &Folder, path: &Path) -> io::Result<Folder> {
    use rustix::fs::ResolveFlags;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_SYMLINKS;
    for _ in 0..EAGAIN_MAX {
        match rustix::fs::openat2(root, path, FOLDER, Mode::empty(), resolve) {
            // A folder was renamed meanwhile, and the kernel asks to try again.
            Err(Errno::AGAIN) => {}
            found => return Ok(Folder::from_fd(found?)),
        }
    }
    Err(Errno::AGAIN.into())
}

#[cfg(target_os = "linux")]
const EAGAIN_MAX: usize = 100;

fn open_step_by_step(root: &Folder, path: &Path) -> io::Result<Folder> {
    let mut folder = root.again()?;
    for component in path.components() {
        let name = match component {
            Component::Normal(name) => name,
            Component::CurDir => continue,
            _ => return Err(Errno::XDEV.into()),
        };
        folder = match rustix::fs::openat(&folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(next) => Folder::from_fd(next),
            Err(error) => return Err(if is_link(&folder, name) { Errno::LOOP } else { error }.into()),
        };
    }
    Ok(folder)
}

/// The kernel reports a link in the place of a folder as `ENOTDIR`.
fn is_link(folder: &Folder, name: &OsStr) -> bool {
    matches!(folder.entry(name), Ok(Some(entry)) if entry.is_link())
}
