//! Finds the root folder of a project.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::git;

/// The root of a project, and the folder whose store it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    pub root: PathBuf,
    /// The main worktree for a linked one, so that all worktrees of a repository share their plans.
    pub store_root: PathBuf,
}

/// The folder with the records of executions.
const LEFT_BEHIND: &str = "turns";
/// A folder with one of these files is a project, even if it has [`LEFT_BEHIND`].
const STORED: [&str; 2] = ["store.db", "config.toml"];

/// The parts of the environment that the search depends on.
#[derive(Debug, Clone)]
pub struct Surroundings {
    pub current_folder: PathBuf,
    pub home: Option<PathBuf>,
    pub user: u32,
}

impl Surroundings {
    /// For the user of this process.
    pub fn new(current_folder: PathBuf, home: Option<PathBuf>) -> Self {
        Self {
            current_folder,
            home,
            user: rustix::process::geteuid().as_raw(),
        }
    }
}

/// The nearest ancestor that holds `.planwright`; else the git top level; else the nearest that holds `.teddy` or
/// `.rawko`; else the current folder. Never the home folder itself, never a folder of another user.
pub fn find(around: &Surroundings) -> Workspace {
    let candidates: Vec<&Path> = around
        .current_folder
        .ancestors()
        .filter(|folder| around.home.as_deref() != Some(folder))
        .filter(|folder| is_owned_by(folder, around.user))
        .collect();
    let nearest = |names: &[&str]| {
        candidates
            .iter()
            .find(|folder| names.iter().any(|name| folder.join(name).is_dir()))
            .map(|folder| folder.to_path_buf())
    };
    // A folder that contains only records of executions is not a project.
    let holds_plans = |folder: &&&Path| {
        let ours = folder.join(".planwright");
        let is_stored = || STORED.iter().any(|name| ours.join(name).exists());
        ours.is_dir() && (!ours.join(LEFT_BEHIND).is_dir() || is_stored())
    };
    if let Some(root) = candidates.iter().find(holds_plans).map(|folder| folder.to_path_buf()) {
        return Workspace {
            store_root: root.clone(),
            root,
        };
    }
    if let Some(root) = candidates.iter().find(|folder| folder.join(".git").exists()) {
        return Workspace {
            root: root.to_path_buf(),
            store_root: git::main_worktree(root)
                .filter(|main| is_owned_by(main, around.user))
                .unwrap_or_else(|| root.to_path_buf()),
        };
    }
    let root = nearest(&[".teddy", ".rawko"]).unwrap_or_else(|| around.current_folder.clone());
    Workspace {
        store_root: root.clone(),
        root,
    }
}

fn is_owned_by(folder: &Path, user: u32) -> bool {
    folder.metadata().is_ok_and(|folder| folder.uid() == user)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn scene(folders: &[&str]) -> tempfile::TempDir {
        let scene = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(scene.path().join(folder)).unwrap();
        }
        scene
    }

    fn root_from(scene: &tempfile::TempDir, current: &str, home: &str) -> String {
        let found = find(&Surroundings::new(
            scene.path().join(current),
            Some(scene.path().join(home)),
        ));
        let relative = found.root.strip_prefix(scene.path()).unwrap();
        relative.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_planwright_folder_wins_over_a_nearer_git_one() {
        let scene = scene(&["a/.planwright", "a/b/.git", "a/b/c"]);
        assert_eq!(root_from(&scene, "a/b/c", "h"), "a");
    }

    #[test]
    fn records_of_executions_do_not_make_a_project() {
        let scene = scene(&["a/.planwright/turns", "a/b/.git", "a/b/c"]);
        assert_eq!(root_from(&scene, "a/b/c", "h"), "a/b");
        fs::write(scene.path().join("a/.planwright/store.db"), "").unwrap();
        assert_eq!(root_from(&scene, "a/b/c", "h"), "a");
    }

    #[test]
    fn git_wins_over_the_folders_of_dialects() {
        let scene = scene(&["a/.git", "a/b/.teddy", "a/b/c"]);
        assert_eq!(root_from(&scene, "a/b/c", "h"), "a");
    }

    #[test]
    fn else_a_dialect_folder_else_the_current_one() {
        let scene = scene(&["a/.rawko", "a/b", "c"]);
        assert_eq!(root_from(&scene, "a/b", "h"), "a");
        assert_eq!(root_from(&scene, "c", "h"), "c");
    }

    #[test]
    fn the_home_folder_is_never_a_project() {
        let scene = scene(&["h/.planwright", "h/.git", "h/x"]);
        assert_eq!(root_from(&scene, "h/x", "h"), "h/x");
    }

    /// The files that git creates for a linked worktree.
    fn linked() -> tempfile::TempDir {
        let scene = scene(&["main/.git/worktrees/side", "side/src"]);
        let folder = scene.path().join("main/.git/worktrees/side");
        fs::write(folder.join("commondir"), "../..\n").unwrap();
        let back = format!("{}\n", scene.path().join("side/.git").display());
        fs::write(folder.join("gitdir"), back).unwrap();
        let pointer = format!("gitdir: {}\n", folder.display());
        fs::write(scene.path().join("side/.git"), pointer).unwrap();
        scene
    }

    fn store_of(scene: &tempfile::TempDir, root: &str) -> PathBuf {
        let found = find(&Surroundings::new(scene.path().join(root), None));
        assert_eq!(found.root, scene.path().join(root));
        found.store_root.canonicalize().unwrap()
    }

    #[test]
    fn a_linked_worktree_uses_the_store_of_the_main_one() {
        let scene = linked();
        let main = scene.path().join("main").canonicalize().unwrap();
        assert_eq!(store_of(&scene, "side"), main);
        // Newer versions of git may write a relative path.
        fs::write(main.join(".git/worktrees/side/gitdir"), "../../../../side/.git\n").unwrap();
        assert_eq!(store_of(&scene, "side"), main);
    }

    /// An archive can contain a file `.git` that points anywhere.
    #[test]
    fn the_store_of_a_repository_that_does_not_know_the_worktree_is_not_used() {
        let scene = linked();
        let main = scene.path().join("main");
        let pointers = [
            ("own/g", "own/g".to_owned()),
            ("there", main.join(".git/worktrees/side").display().to_string()),
        ];
        for (name, folder) in pointers {
            let root = scene.path().join(name.split('/').next().unwrap());
            fs::create_dir_all(scene.path().join(name)).unwrap();
            let pointer = format!("gitdir: {}\n", scene.path().join(folder).display());
            fs::write(root.join(".git"), pointer).unwrap();
        }
        let own = scene.path().join("own");
        fs::write(own.join("g/commondir"), main.join(".git").display().to_string()).unwrap();
        fs::write(own.join("g/gitdir"), own.join(".git").display().to_string()).unwrap();
        for name in ["own", "there"] {
            assert_eq!(store_of(&scene, name), scene.path().join(name).canonicalize().unwrap());
        }
    }
}
