//! Finds the main worktree of a linked one.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use model::limits::{GIT_FILE_BYTES, PATH_BYTES};
use rustix::fs::OFlags;

use crate::tree::is_missing;

/// How a repository that lies elsewhere is pointed to.
const POINTER: &str = "gitdir:";

/// The main worktree that a linked worktree belongs to; `None` if `root` is not a linked one. Both have to say so: the
/// pointer in the worktree may have come with an archive, what stands in the repository was written there by git.
pub(crate) fn main_worktree(root: &Path) -> Option<PathBuf> {
    let git_folder = pointed_to(&root.join(".git"))?.canonicalize().ok()?;
    let common = read_line(&git_folder.join("commondir"))?;
    let common = git_folder.join(common.trim()).canonicalize().ok()?;
    if git_folder.parent()? != common.join("worktrees") || !points_back(&git_folder, root) {
        return None;
    }
    // A bare repository has no main worktree, so its name does not end in `.git`.
    (common.file_name()? == ".git").then(|| common.parent().map(Path::to_path_buf))?
}

fn points_back(git_folder: &Path, root: &Path) -> bool {
    let real = |path: PathBuf| path.canonicalize().ok();
    let Some(back) = read_line(&git_folder.join("gitdir")) else {
        return false;
    };
    let back = real(git_folder.join(back.trim()));
    back.is_some() && back == real(root.join(".git"))
}

fn pointed_to(pointer: &Path) -> Option<PathBuf> {
    let text = read_line(pointer)?;
    Some(pointer.parent()?.join(text.strip_prefix(POINTER)?.trim()))
}

fn read_line(path: &Path) -> Option<String> {
    let bytes = read_bounded(path).ok()??;
    String::from_utf8(bytes)
        .ok()
        .filter(|text| text.len() <= 2 * PATH_BYTES)
}

/// The content of a file; `None` if it does not exist or cannot be read. A pipe, a device or a huge file is an error:
/// it could come with a clone, and must not block the caller.
pub(crate) fn read_bounded(path: &Path) -> io::Result<Option<Vec<u8>>> {
    // A common value of `GIT_CONFIG_GLOBAL`: no settings.
    if path == Path::new("/dev/null") {
        return Ok(None);
    }
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Err(error) if is_missing(&error) || error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
        file => file?,
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(GIT_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    match bytes.len() > GIT_FILE_BYTES {
        true => Err(io::Error::other(format!("larger than {GIT_FILE_BYTES} bytes"))),
        false => Ok(Some(bytes)),
    }
}
