//! As much of git's layout as it takes to find the main worktree, and what git acts upon in a project.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Repositories inside of a project that are looked at.
const REPOSITORIES_MAX: usize = 256;
/// How a repository that lies elsewhere is pointed to.
const POINTER: &str = "gitdir:";

/// What git acts upon besides the repository at the top of a project, by paths from there.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Inner {
    /// Git folders in the tree, which must stay where they are.
    pub folders: BTreeSet<PathBuf>,
    /// What git runs, what tells it to, and the files that say where a repository lies.
    pub acted_upon: BTreeSet<PathBuf>,
}

/// The main worktree that a linked worktree belongs to; `None` if `root` is not a linked one. Both have to say so: the
/// pointer in the worktree may have come with an archive, what stands in the repository was written there by git.
pub(crate) fn main_worktree(root: &Path) -> Option<PathBuf> {
    let git_folder = pointed_to(&root.join(".git"))?.canonicalize().ok()?;
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

/// Of submodules and linked worktrees, and of the project itself where it is one. A repository that git was not told of
/// is not found: whoever could hide something in it could as well have made it.
pub(crate) fn inner(root: &Path) -> Inner {
    let mut inner = Inner::default();
    inner.add(root, Path::new(""));
    let trees = submodules(root).into_iter().chain(worktrees(root));
    for tree in trees.take(REPOSITORIES_MAX) {
        inner.add(root, &tree);
    }
    inner
}

impl Inner {
    fn add(&mut self, root: &Path, tree: &Path) {
        let git = tree.join(".git");
        let Ok(found) = root.join(&git).symlink_metadata() else {
            return;
        };
        if found.is_file() {
            self.acted_upon.insert(git.clone());
            if let Some(folder) = pointed_to(&root.join(&git)) {
                self.add_folder(root, &folder);
                self.add_folder(root, &common_folder(&folder));
            }
        } else if found.is_dir() && tree != Path::new("") {
            self.folders.insert(git.clone());
            self.add_folder(root, &root.join(&git));
        }
    }

    /// One that lies outside of the project cannot be written by commands that are locked in.
    fn add_folder(&mut self, root: &Path, folder: &Path) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Ok(inside) = real(folder).strip_prefix(real(root)) {
            let names = ["hooks", "config", "config.worktree", "commondir"];
            self.acted_upon.extend(names.map(|name| inside.join(name)));
        }
    }
}

fn pointed_to(pointer: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(pointer).ok()?;
    Some(pointer.parent()?.join(text.strip_prefix(POINTER)?.trim()))
}

fn common_folder(git_folder: &Path) -> PathBuf {
    let common = fs::read_to_string(git_folder.join("commondir"));
    common.map_or_else(|_| git_folder.to_owned(), |common| git_folder.join(common.trim()))
}

fn submodules(root: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root.join(".gitmodules")).unwrap_or_default();
    let path = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let path = PathBuf::from(value.trim().trim_matches('"'));
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        (key.trim() == "path" && is_inside).then_some(path)
    };
    text.lines().filter_map(path).collect()
}

/// Those that lie in the project.
fn worktrees(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join(".git/worktrees"))
        .into_iter()
        .flatten()
        .flatten();
    let tree = |entry: fs::DirEntry| {
        let pointer = fs::read_to_string(entry.path().join("gitdir")).ok()?;
        let tree = PathBuf::from(pointer.trim()).parent()?.to_owned();
        tree.strip_prefix(root).ok().map(Path::to_path_buf)
    };
    entries.filter_map(tree).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], folders: &[&str], acted_upon: &[&str]) {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.replace("ROOT", root.to_str().unwrap())).unwrap();
        }
        let paths = |paths: &[&str]| paths.iter().map(PathBuf::from).collect();
        let expected = Inner {
            folders: paths(folders),
            acted_upon: paths(acted_upon),
        };
        assert_eq!(inner(&root), expected);
    }

    const OF_A: [&str; 5] = [
        "a/.git",
        ".git/modules/a/hooks",
        ".git/modules/a/config",
        ".git/modules/a/config.worktree",
        ".git/modules/a/commondir",
    ];

    #[test]
    fn a_plain_repository_has_nothing_inside() {
        check(&[(".git/config", "")], &[], &[]);
    }

    #[test]
    fn a_submodule_has_a_folder_elsewhere_or_of_its_own() {
        let modules = "[submodule \"a\"]\n\tpath = a\n\turl = x\n[submodule \"b\"]\n\tpath = deep/b\n\tpath = ../c\n";
        let files = [
            (".gitmodules", modules),
            (".git/modules/a/HEAD", ""),
            ("a/.git", "gitdir: ../.git/modules/a\n"),
            ("deep/b/.git/HEAD", ""),
        ];
        let of_b = ["hooks", "config", "config.worktree", "commondir"].map(|name| format!("deep/b/.git/{name}"));
        let all: Vec<&str> = OF_A.into_iter().chain(of_b.iter().map(String::as_str)).collect();
        check(&files, &["deep/b/.git"], &all);
    }

    #[test]
    fn a_worktree_is_known_by_its_pointer() {
        check(&[(".git", "gitdir: /elsewhere/.git/worktrees/x\n")], &[], &[".git"]);
        let files = [
            (".git/worktrees/w/gitdir", "ROOT/w/.git\n"),
            (".git/worktrees/w/commondir", "../..\n"),
            ("w/.git", "gitdir: ROOT/.git/worktrees/w\n"),
        ];
        let names = ["hooks", "config", "config.worktree", "commondir"];
        let own = names.map(|name| format!(".git/worktrees/w/{name}"));
        let common = names.map(|name| format!(".git/{name}"));
        let all: Vec<&str> = ["w/.git"]
            .into_iter()
            .chain(own.iter().chain(&common).map(String::as_str))
            .collect();
        check(&files, &[], &all);
    }
}
