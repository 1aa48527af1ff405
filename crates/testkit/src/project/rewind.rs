//! Restores a project to an earlier state in the same place, for state that contains absolute paths.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Project, copy_folder, folder, must};

/// A copy of everything that the commands of a project can change.
pub struct Snapshot {
    kept: TempDir,
}

/// Files and folders by their relative paths. Folders have no content.
pub type Tree = BTreeMap<PathBuf, Option<String>>;

impl Project {
    /// # Panics
    ///
    /// If the project cannot be copied.
    pub fn snapshot(&self) -> Snapshot {
        let beside = self.scene.path().parent().unwrap_or(Path::new("/tmp"));
        let kept = must("a temporary folder", folder().tempdir_in(beside));
        for (name, place) in self.places() {
            copy_folder(&place, &kept.path().join(name));
        }
        Snapshot { kept }
    }

    /// # Panics
    ///
    /// If the current files cannot be replaced.
    pub fn rewind(&self, to: &Snapshot) {
        for (name, place) in self.places() {
            must(place.display(), fs::remove_dir_all(&place));
            copy_folder(&to.kept.path().join(name), &place);
        }
    }

    fn places(&self) -> [(&'static str, PathBuf); 3] {
        [
            ("root", self.root()),
            ("home", self.home()),
            ("state", self.state_folder()),
        ]
    }

    /// The parent folder of plan folders.
    pub fn plans_folder(&self) -> PathBuf {
        self.home().join(".agentflow").join("plans")
    }
}

/// Returns nothing if the folder does not exist.
pub fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        for entry in fs::read_dir(folder.join(&within)).into_iter().flatten().flatten() {
            let path = within.join(entry.file_name());
            let full = entry.path();
            if full.is_dir() {
                open.push(path.clone());
                found.insert(path, None);
            } else {
                let text = must(full.display(), fs::read(&full));
                found.insert(path, Some(String::from_utf8_lossy(&text).into_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_put_back_as_it_was() {
        let project = Project::in_memory();
        project.write("a/b.md", "before");
        let snapshot = project.snapshot();
        let before = tree(&project.base);
        project.write("a/b.md", "after");
        must("a folder", fs::create_dir_all(project.plans_folder().join("s")));
        assert_ne!(tree(&project.base), before);
        project.rewind(&snapshot);
        assert_eq!(tree(&project.base), before);
    }
}
