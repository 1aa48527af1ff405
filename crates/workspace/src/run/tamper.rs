//! Notices when a locked-in command has changed what git would act upon, or made up what we would: not every strength can
//! prevent it, and none can keep something from appearing that was not there.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::git;

/// Git runs what they say. Each is compared with its entries.
const ACTED_UPON: &[&str] = &[".git/hooks", ".git/config", ".git/config.worktree", ".git/commondir"];
/// They change by our own doing, so only their appearance counts.
const OURS: &[&str] = &[".planwright", ".teddy", ".rawko"];
/// The kernel sets the time of the last change, and nobody can set it back.
type Mark = (u64, i64, i64);

pub(super) struct Before {
    marks: Vec<(String, Vec<Mark>)>,
}

pub(super) fn look(root: &Path) -> Before {
    let inner = git::inner(root).acted_upon.into_iter();
    let inner = inner.map(|path| path.to_string_lossy().into_owned());
    let top = ACTED_UPON.iter().map(|name| (*name).to_owned());
    let acted_upon: BTreeSet<String> = inner.chain(top).collect();
    let acted_upon = acted_upon.into_iter().map(|name| (marks(&root.join(&name)), name));
    let missing = OURS.iter().filter(|name| root.join(name).symlink_metadata().is_err());
    let missing = missing.map(|name| (Vec::new(), (*name).to_owned()));
    Before {
        marks: acted_upon.chain(missing).map(|(marks, name)| (name, marks)).collect(),
    }
}

impl Before {
    pub(super) fn changed(&self, root: &Path) -> Vec<String> {
        let changed = self.marks.iter().filter(|(name, before)| {
            let path = root.join(name);
            // An empty folder asks for nothing; we make one ourselves where hooks are to be guarded.
            let is_nothing = before.is_empty() && is_empty_folder(&path);
            !is_nothing && marks(&path) != *before
        });
        changed.map(|(name, _)| name.clone()).collect()
    }
}

fn is_empty_folder(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

/// None if there is nothing.
fn marks(path: &Path) -> Vec<Mark> {
    let mut entries: Vec<_> = fs::read_dir(path)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.push(path.to_path_buf());
    entries.sort();
    let found = entries.iter().filter_map(|entry| entry.symlink_metadata().ok());
    found
        .map(|found| (found.ino(), found.ctime(), found.ctime_nsec()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_and_appearances_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join(".git/hooks")).unwrap();
        fs::create_dir(root.join(".teddy")).unwrap();
        fs::write(root.join(".git/config"), "[core]").unwrap();
        let before = look(root);
        fs::write(root.join(".teddy/memos.yaml"), "").unwrap();
        fs::create_dir(root.join(".rawko")).unwrap();
        assert!(before.changed(root).is_empty());
        fs::write(root.join(".git/hooks/pre-commit"), "").unwrap();
        fs::write(root.join(".git/commondir"), "../evil").unwrap();
        fs::write(root.join(".rawko/current-task.yaml"), "").unwrap();
        assert_eq!(before.changed(root), [".git/commondir", ".git/hooks", ".rawko"]);
    }
}
