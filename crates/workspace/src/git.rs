//! Finds the main worktree of a linked one.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use model::limits::{GIT_FILE_BYTES, PATH_BYTES};
use rustix::fs::OFlags;

use crate::files::read_at_most;
use crate::tree::is_missing;

/// The start of a `.git` file that points to another folder.
const POINTER: &str = "gitdir:";

/// The main worktree that a linked worktree belongs to; `None` if `root` is not a linked one.
pub(crate) fn main_worktree(root: &Path) -> Option<PathBuf> {
    let common = common_folder(root)?;
    // The folder of a repository with a main worktree is named `.git`. A bare repository has another name.
    (common.file_name()? == ".git").then(|| common.parent().map(Path::to_path_buf))?
}

/// The repository folder that a linked worktree shares with the other worktrees; `None` if `root` is not a linked
/// worktree. Worktree and repository must name each other: the pointer in the worktree may have come with an archive,
/// but git wrote the one in the repository.
pub(crate) fn common_folder(root: &Path) -> Option<PathBuf> {
    let git_folder = pointed_to(&root.join(".git"))?.canonicalize().ok()?;
    let common = read_line(&git_folder.join("commondir"))?;
    let common = git_folder.join(common.trim()).canonicalize().ok()?;
    let names_root =
        || Some(worktree_entry(&git_folder)?.canonicalize().ok()? == root.join(".git").canonicalize().ok()?);
    (git_folder.parent()? == common.join("worktrees") && names_root()?).then_some(common)
}

/// The `.git` file of the worktree that a folder in `.git/worktrees` belongs to.
pub(crate) fn worktree_entry(git_folder: &Path) -> Option<PathBuf> {
    Some(git_folder.join(read_line(&git_folder.join("gitdir"))?.trim()))
}

fn pointed_to(pointer: &Path) -> Option<PathBuf> {
    let text = read_line(pointer)?;
    Some(pointer.parent()?.join(text.strip_prefix(POINTER)?.trim()))
}

fn read_line(path: &Path) -> Option<String> {
    let bytes = read_bounded(path, GIT_FILE_BYTES).ok()??;
    String::from_utf8(bytes)
        .ok()
        .filter(|text| text.len() <= 2 * PATH_BYTES)
}

/// The content of a file; `None` if it does not exist or cannot be read. A pipe, a device or a huge file is an error:
/// it could come with a clone, and must not block the caller.
pub(crate) fn read_bounded(path: &Path, limit: usize) -> io::Result<Option<Vec<u8>>> {
    // A common value of `GIT_CONFIG_GLOBAL`: no settings.
    if path == Path::new("/dev/null") {
        return Ok(None);
    }
    // Look first: opening a pipe or a device has effects, even if nothing is read.
    match path.metadata() {
        Ok(found) if !found.is_file() => return Err(io::Error::other("not a regular file")),
        _ => {}
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
    let read = read_at_most(file, limit)?;
    read.map(Some)
        .ok_or_else(|| io::Error::other(format!("larger than {limit} bytes")))
}
