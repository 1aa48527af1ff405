//! As much of git's layout as it takes to find the main worktree.

use std::fs;
use std::path::{Path, PathBuf};

/// The main worktree that a linked worktree belongs to; `None` if `root` is not a linked one. Both have to say so: the
/// pointer in the worktree may have come with an archive, what stands in the repository was written there by git.
pub(crate) fn main_worktree(root: &Path) -> Option<PathBuf> {
    let pointer = fs::read_to_string(root.join(".git")).ok()?;
    let git_folder = root.join(pointer.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let common = fs::read_to_string(git_folder.join("commondir")).ok()?;
    let common = git_folder.join(common.trim()).canonicalize().ok()?;
    if git_folder.parent()? != common.join("worktrees") || !points_back(&git_folder, root) {
        return None;
    }
    // A bare repository has no main worktree, so its name does not end in `.git`.
    (common.file_name()? == ".git").then(|| common.parent().map(Path::to_path_buf))?
}

fn points_back(git_folder: &Path, root: &Path) -> bool {
    let real = |path: PathBuf| path.canonicalize().ok();
    let Ok(back) = fs::read_to_string(git_folder.join("gitdir")) else {
        return false;
    };
    let back = real(git_folder.join(back.trim()));
    back.is_some() && back == real(root.join(".git"))
}
