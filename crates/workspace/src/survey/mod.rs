//! A cheap snapshot of the project's files that shows which files a command changed. It reads metadata, not content.
//!
//! A file counts as changed if its size, modification time, change time, inode or mode differs. A command can set the
//! modification time back, but not the change time: the kernel sets it at every change of content, name or mode. A file
//! that was renamed and renamed back therefore counts as changed, too.

mod walk;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::thread;
use std::time::{Duration, SystemTime};

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
    changed_ns: i128,
    inode: u64,
    /// With the kind of file.
    mode: u32,
}

/// Looks at everything below the root but `.git` and `.planwright`. Links are not followed.
pub fn survey(root: &Root) -> Result<Survey, FileError> {
    walk::walk(root, model::limits::SURVEY_FILES)
}

/// As [`survey`], for a comparison with a later one. Waits until every further change gets a new change time.
pub fn survey_before(root: &Root) -> Result<Survey, FileError> {
    let found = survey(root)?;
    thread::sleep(found.until_settled(SystemTime::now()));
    Ok(found)
}

/// The kernel sets times by a clock that ticks at least a hundred times a second.
const TICK: Duration = Duration::from_millis(10);
/// Some file systems keep whole seconds.
const COARSE_TICK: Duration = Duration::from_secs(1);

impl Survey {
    /// How long a further change could still get the same change time as the latest change. A change time in the future
    /// comes from another machine, whose clock runs as fast as the local one.
    fn until_settled(&self, now: SystemTime) -> Duration {
        let marks = self.files.iter().map(|(_, mark)| mark).chain(self.unnamed.values());
        let latest = marks.map(|mark| mark.changed_ns).max().unwrap_or_default();
        let tick = match latest % 1_000_000_000 {
            0 => COARSE_TICK,
            _ => TICK,
        };
        let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let age = i128::try_from(now.as_nanos()).unwrap_or(i128::MAX) - latest;
        tick.saturating_sub(Duration::from_nanos(u64::try_from(age).unwrap_or_default()))
    }

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
    fn a_change_behind_a_restored_size_and_time_is_found() {
        let (folder, root) = scene();
        let path = folder.path().join("a");
        let times = fs::metadata(&path).unwrap().modified().unwrap();
        let before = survey_before(&root).unwrap();
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, b"b", 0).unwrap();
        file.set_modified(times).unwrap();
        let differences = survey(&root).unwrap().changed_since(&before);
        assert_eq!(texts(&differences.changed), ["a"]);
    }

    #[test]
    fn a_survey_waits_until_a_further_change_can_be_seen() {
        let (_folder, root) = scene();
        let mut found = survey(&root).unwrap();
        let second = 1_000_000_000;
        for (changed_ns, now_ns, wait_ms) in [
            (5 * second + 1, 5 * second + 1, 10),
            (5 * second + 1, 5 * second + 4_000_001, 6),
            (5 * second + 1, 6 * second, 0),
            (5 * second, 5 * second, 1000),
            (9 * second + 1, 5 * second, 10),
        ] {
            for (_, mark) in &mut found.files {
                mark.changed_ns = changed_ns;
            }
            let now = SystemTime::UNIX_EPOCH + Duration::from_nanos(u64::try_from(now_ns).unwrap());
            assert_eq!(
                found.until_settled(now),
                Duration::from_millis(wait_ms),
                "{changed_ns} {now_ns}"
            );
        }
    }

    #[test]
    fn a_copy_in_the_place_of_a_file_is_found() {
        let (folder, root) = scene();
        let before = survey_before(&root).unwrap();
        assert!(survey(&root).unwrap().changed_since(&before).is_empty());
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
