//! Finds planwright's own folders that a sandboxed command created. The sandbox can only guard folders that exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::project::Roots;
use super::{GitGuard, copies};
use crate::sandbox::OURS;

pub(super) fn missing(project: &Path) -> BTreeSet<PathBuf> {
    let is_missing = |name: &&&str| project.join(name).symlink_metadata().is_err();
    OURS.iter().filter(is_missing).map(PathBuf::from).collect()
}

impl GitGuard<'_> {
    /// The folders that were missing before the oldest running command. Ignores empty folders: planwright reads nothing
    /// from them.
    pub fn appeared(&self) -> Vec<String> {
        let is_there = |path: &&PathBuf| {
            let is_empty = is_empty(&self.project.roots, path);
            self.project.path.join(path).symlink_metadata().is_ok() && !is_empty
        };
        let appeared = self.baseline.missing.iter().filter(is_there);
        appeared.map(|path| path.display().to_string()).collect()
    }
}

fn is_empty(roots: &Roots, folder: &Path) -> bool {
    let names = roots.folder_at(folder).and_then(copies::names);
    names.is_ok_and(|names| names.is_empty())
}
