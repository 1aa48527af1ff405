//! A cheap picture of the project's files, to tell what a command has changed. Nothing is read but names and marks.
//!
//! A file counts as changed when its size, its time, its number or its mode is another. Whoever sets a file's time back
//! after writing as many bytes as there were is not found out; what must be certain is asked of digests.

mod walk;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ffi::OsString;

use crate::{FileError, RelPath, Root};

/// What was there at one moment. Folders count only through what is in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// By path.
    files: Vec<(RelPath, Mark)>,
    /// There are more files than [`model::limits::SURVEY_FILES`], and the rest was not looked at.
    pub is_capped: bool,
    /// Files whose names cannot be paths of the project, by folder and name.
    unnamed: BTreeMap<(Option<RelPath>, OsString), Mark>,
    /// Folders that could not be opened, and names that cannot be paths of the project.
    pub left_out: usize,
}

/// What became of files between two surveys, each list by path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub created: Vec<RelPath>,
    pub changed: Vec<RelPath>,
    pub removed: Vec<RelPath>,
    /// How many more there are whose names cannot be paths of the project.
    pub unnamed: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    size: i64,
    modified_ns: i128,
    inode: u64,
    /// With the kind of file.
    mode: u32,
}

/// Looks at everything below the root but `.git` and `.planwright`. Links are not followed.
pub fn survey(root: &Root) -> Result<Survey, FileError> {
    walk::walk(root, model::limits::SURVEY_FILES)
}

impl Survey {
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// If one of the two is capped, only files that both have seen are told of: it is not known of the others whether
    /// they have come or gone.
    pub fn changed_since(&self, before: &Self) -> Differences {
        let mut differences = Differences::default();
        let (mut then, mut now) = (before.files.iter().peekable(), self.files.iter().peekable());
        loop {
            let order = match (then.peek(), now.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((then, _)), Some((now, _))) => then.cmp(now),
            };
            let old = if order.is_le() { then.next() } else { None };
            let new = if order.is_ge() { now.next() } else { None };
            match (old, new) {
                (Some((path, _)), None) => differences.removed.push(path.clone()),
                (None, Some((path, _))) => differences.created.push(path.clone()),
                (Some((_, then)), Some((path, now))) if then != now => differences.changed.push(path.clone()),
                _ => {}
            }
        }
        differences.unnamed = self.unnamed_changes(before);
        if before.is_capped || self.is_capped {
            differences.unnamed = 0;
            differences.created.clear();
            differences.removed.clear();
        }
        differences
    }

    fn unnamed_changes(&self, before: &Self) -> usize {
        let is_other = |(name, mark): &(&_, &_)| before.unnamed.get(*name) != Some(*mark);
        let removed = before.unnamed.keys().filter(|name| !self.unnamed.contains_key(*name));
        self.unnamed.iter().filter(is_other).count() + removed.count()
    }
}

impl Differences {
    pub fn is_empty(&self) -> bool {
        self.created.is_empty() && self.changed.is_empty() && self.removed.is_empty() && self.unnamed == 0
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use super::*;

    fn scene() -> (tempfile::TempDir, Root) {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in [
            ("a", "a"),
            ("src/b", "b"),
            ("src/deep/c", "c"),
            ("srcs", ""),
            (".git/config", "x"),
            ("sub/.git/config", "x"),
            (".planwright/store.db", "x"),
            (".teddy/memos.yaml", "[]"),
        ] {
            write(folder.path(), path, content);
        }
        let root = Root::open(folder.path()).unwrap();
        (folder, root)
    }

    fn write(folder: &Path, path: &str, content: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn texts(paths: &[RelPath]) -> Vec<&str> {
        paths.iter().map(RelPath::as_str).collect()
    }

    #[test]
    fn what_a_command_did_is_told_apart() {
        let (folder, root) = scene();
        let before = survey(&root).unwrap();
        assert_eq!(before.count(), 5);
        assert!(survey(&root).unwrap().changed_since(&before).is_empty());
        let at = |path: &str| folder.path().join(path);
        write(folder.path(), "src/deep/new", "");
        write(folder.path(), "src/0", "");
        write(folder.path(), "src/b", "longer");
        fs::set_permissions(at("a"), fs::Permissions::from_mode(0o700)).unwrap();
        fs::remove_dir_all(at(".teddy")).unwrap();
        fs::remove_file(at("srcs")).unwrap();
        symlink("a", at("srcs")).unwrap();
        write(folder.path(), ".git/config", "unseen");
        let differences = survey(&root).unwrap().changed_since(&before);
        assert_eq!(texts(&differences.created), ["src/0", "src/deep/new"]);
        assert_eq!(texts(&differences.changed), ["a", "src/b", "srcs"]);
        assert_eq!(texts(&differences.removed), [".teddy/memos.yaml"]);
    }

    #[test]
    fn a_file_that_was_only_moved_aside_and_back_is_the_same() {
        let (folder, root) = scene();
        let before = survey(&root).unwrap();
        fs::rename(folder.path().join("a"), folder.path().join("b")).unwrap();
        fs::rename(folder.path().join("b"), folder.path().join("a")).unwrap();
        assert!(survey(&root).unwrap().changed_since(&before).is_empty());
        // Not so a copy that took its place.
        fs::copy(folder.path().join("a"), folder.path().join("b")).unwrap();
        fs::rename(folder.path().join("b"), folder.path().join("a")).unwrap();
        let differences = survey(&root).unwrap().changed_since(&before);
        assert_eq!(texts(&differences.changed), ["a"]);
    }

    #[test]
    fn a_capped_survey_says_so_and_guesses_nothing() {
        let (folder, root) = scene();
        let before = walk::walk(&root, 3).unwrap();
        assert!(before.is_capped && before.count() == 3);
        assert!(!walk::walk(&root, 5).unwrap().is_capped);
        write(folder.path(), "0", "");
        fs::remove_file(folder.path().join("a")).unwrap();
        let now = survey(&root).unwrap();
        assert!(now.changed_since(&before).is_empty());
        assert!(before.changed_since(&now).is_empty());
    }

    #[test]
    fn what_has_no_path_is_counted() {
        let (folder, root) = scene();
        fs::write(folder.path().join("a\nb"), "").unwrap();
        let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff");
        fs::write(folder.path().join(name), "").unwrap();
        symlink("/etc", folder.path().join("out")).unwrap();
        let found = survey(&root).unwrap();
        assert_eq!((found.left_out, found.count()), (2, 6));
        fs::write(folder.path().join(name), "longer").unwrap();
        fs::remove_file(folder.path().join("a\nb")).unwrap();
        fs::write(folder.path().join("src/c\nd"), "").unwrap();
        assert_eq!(survey(&root).unwrap().changed_since(&found).unnamed, 3);
        assert_eq!(found.changed_since(&found).unnamed, 0);
    }
}
