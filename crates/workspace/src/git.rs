//! As much of git's layout as it takes to find the main worktree.

use std::fs;
use std::path::{Path, PathBuf};

/// The main worktree that a linked worktree belongs to; `None` if `root` is not a linked one.
pub(crate) fn main_worktree(root: &Path) -> Option<PathBuf> {
    let pointer = fs::read_to_string(root.join(".git")).ok()?;
    let git_folder = root.join(pointer.strip_prefix("gitdir:")?.trim());
    let common = fs::read_to_string(git_folder.join("commondir")).ok()?;
    let common = git_folder.join(common.trim()).canonicalize().ok()?;
    // A bare repository has no main worktree, so its name does not end in `.git`.
    (common.file_name()? == ".git").then(|| common.parent().map(Path::to_path_buf))?
}
