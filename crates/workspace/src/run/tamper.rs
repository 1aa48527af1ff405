//! Finds planwright's own folders that a sandboxed command created. The sandbox can only guard folders that exist.

use std::fs;
use std::path::Path;

use crate::sandbox::OURS;

pub(super) struct Missing(Vec<&'static str>);

pub(super) fn look(root: &Path) -> Missing {
    let is_missing = |name: &&&str| root.join(name).symlink_metadata().is_err();
    Missing(OURS.iter().filter(is_missing).copied().collect())
}

impl Missing {
    /// Ignores empty folders: planwright reads nothing from them.
    pub fn appeared(&self, root: &Path) -> Vec<String> {
        let is_there = |name: &&&str| {
            let path = root.join(name);
            let is_empty = fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_none());
            path.symlink_metadata().is_ok() && !is_empty
        };
        self.0.iter().filter(is_there).map(|name| (*name).to_owned()).collect()
    }
}
