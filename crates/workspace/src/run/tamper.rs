//! Notices folders of planwright's own that a sandboxed command has made: where there is none, no sandbox can guard it.

use std::fs;
use std::path::Path;

use crate::sandbox::OURS;

pub(super) struct Missing(Vec<&'static str>);

pub(super) fn look(root: &Path) -> Missing {
    let is_missing = |name: &&&str| root.join(name).symlink_metadata().is_err();
    Missing(OURS.iter().filter(is_missing).copied().collect())
}

impl Missing {
    /// An empty folder asks for nothing.
    pub fn appeared(&self, root: &Path) -> Vec<String> {
        let is_there = |name: &&&str| {
            let path = root.join(name);
            let is_empty = fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_none());
            path.symlink_metadata().is_ok() && !is_empty
        };
        self.0.iter().filter(is_there).map(|name| (*name).to_owned()).collect()
    }
}
