//! A cheap snapshot of the project's files that shows which files a command changed.
//!
//! A file may have changed if its size, modification time, change time, inode or mode differs. A command can set the
//! modification time back, but not the change time: the kernel sets it at every change of content, name, mode or number
//! of links. Digests of small files, taken before the command, tell whether the content is still the same. Without a
//! digest the file counts as changed.

mod digests;
mod walk;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use rustix::fs::FileType;

use crate::{Digest, FileError, RelPath, Root};

/// All files of a project at one moment. Folders are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// By path.
    files: Vec<(RelPath, Mark)>,
    /// Of small files, as far as [`model::limits::DIGESTED_FILES`] and [`model::limits::DIGESTED_BYTES`] allow.
    digests: HashMap<RelPath, Digest>,
    /// There are more files than [`model::limits::SURVEY_FILES`], and the rest was not read.
    pub is_capped: bool,
    /// Files and folders whose names cannot be paths of the project.
    unnamed: BTreeMap<PathBuf, Mark>,
    /// Folders that could not be opened, and names that cannot be paths of the project.
    pub left_out: usize,
}

/// The differences between two surveys. Each list is sorted by path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub created: Vec<RelPath>,
    /// Files whose content changed, or may have changed.
    pub changed: Vec<RelPath>,
    pub removed: Vec<RelPath>,
    /// Files with the same content and another mode.
    pub modes: Vec<RelPath>,
    /// Created, changed and removed files whose names cannot be paths of the project.
    pub unnamed: Vec<PathBuf>,
    /// Created and changed files that have other hard links outside of the project. Those have the new content, too.
    pub linked: Vec<RelPath>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    size: i64,
    modified_ns: i128,
    changed_ns: i128,
    inode: u64,
    /// The number of names that the file has.
    links: i128,
    /// With the kind of file.
    mode: u32,
}

/// Lists everything below the root except `.git` folders and the project's `.planwright`. Follows no link.
fn survey(root: &Root) -> Result<Survey, FileError> {
    walk::walk(root, model::limits::SURVEY_FILES)
}

/// Lists the files before a command. Waits until every further change gets a new change time.
pub fn survey_before(root: &Root) -> Result<Survey, FileError> {
    let mut found = survey(root)?;
    found.digests = digests::of_small_files(root, &found.files);
    thread::sleep(found.until_settled(SystemTime::now()));
    Ok(found)
}

/// Lists the files again and compares them; `None` if there are too many files.
pub fn changes_since(before: &Survey, root: &Root) -> Result<Option<Differences>, FileError> {
    let now = survey(root)?;
    if before.is_capped || now.is_capped {
        return Ok(None);
    }
    let mut differences = now.changed_since(before);
    before.leave_out_same_content(&now, root, &mut differences);
    differences.linked = now.linked_outside(&differences);
    Ok(Some(differences))
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

    /// The number of files.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// Both surveys are complete.
    fn changed_since(&self, before: &Self) -> Differences {
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
        differences
    }

    /// Removes files from `changed` that have the content of before.
    fn leave_out_same_content(&self, now: &Self, root: &Root, differences: &mut Differences) {
        let Differences { changed, modes, .. } = differences;
        changed.retain(|path| {
            let (Some(old), Some(new)) = (self.mark(path), now.mark(path)) else {
                return true;
            };
            let is_same = old.size == new.size
                && old.kind() == new.kind()
                && self
                    .digests
                    .get(path)
                    .is_some_and(|digest| digests::of(root, path) == Some(*digest));
            if is_same && old.mode != new.mode {
                modes.push(path.clone());
            }
            !is_same
        });
    }

    /// A build links files in the project to each other; all names of these are listed.
    fn linked_outside(&self, differences: &Differences) -> Vec<RelPath> {
        let mut names: HashMap<u64, i128> = HashMap::new();
        let linked = self.files.iter().filter(|(_, mark)| mark.links > 1);
        linked.for_each(|(_, mark)| *names.entry(mark.inode).or_default() += 1);
        let is_outside = |path: &&RelPath| {
            let mark = self.mark(path).filter(|mark| mark.kind() == FileType::RegularFile);
            mark.is_some_and(|mark| names.get(&mark.inode).is_some_and(|names| *names < mark.links))
        };
        let Differences {
            created,
            changed,
            modes,
            ..
        } = differences;
        let written = created.iter().chain(changed).chain(modes);
        written.filter(is_outside).cloned().collect()
    }

    fn mark(&self, path: &RelPath) -> Option<&Mark> {
        let found = self.files.binary_search_by(|(other, _)| other.cmp(path)).ok()?;
        self.files.get(found).map(|(_, mark)| mark)
    }

    fn unnamed_changes(&self, before: &Self) -> Vec<PathBuf> {
        let names: BTreeSet<&PathBuf> = self.unnamed.keys().chain(before.unnamed.keys()).collect();
        let is_other = |name: &&PathBuf| before.unnamed.get(*name) != self.unnamed.get(*name);
        names.into_iter().filter(is_other).cloned().collect()
    }
}

impl Differences {
    /// All created, changed and removed files.
    pub fn content(&self) -> Vec<RelPath> {
        [&self.created[..], &self.changed, &self.removed].concat()
    }

    /// As [`Self::content`], and files with another mode.
    pub fn all(&self) -> Vec<RelPath> {
        [self.content(), self.modes.clone()].concat()
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

    fn changed(root: &Root, before: &Survey) -> Differences {
        changes_since(before, root).unwrap().unwrap()
    }

    fn texts(paths: &[RelPath]) -> Vec<&str> {
        paths.iter().map(RelPath::as_str).collect()
    }

    #[test]
    fn created_changed_and_removed_files_are_distinguished() {
        let (folder, root) = scene();
        let before = survey_before(&root).unwrap();
        assert_eq!(before.count(), 5);
        assert_eq!(changed(&root, &before), Differences::default());
        let at = |path: &str| folder.path().join(path);
        write(folder.path(), "src/deep/new", "");
        write(folder.path(), "src/0", "");
        write(folder.path(), "src/b", "longer");
        fs::set_permissions(at("a"), fs::Permissions::from_mode(0o700)).unwrap();
        fs::remove_dir_all(at(".teddy")).unwrap();
        fs::remove_file(at("srcs")).unwrap();
        symlink("a", at("srcs")).unwrap();
        write(folder.path(), ".git/config", "unseen");
        let differences = changed(&root, &before);
        assert_eq!(texts(&differences.created), ["src/0", "src/deep/new"]);
        assert_eq!(texts(&differences.changed), ["src/b", "srcs"]);
        assert_eq!(texts(&differences.modes), ["a"]);
        assert_eq!(texts(&differences.removed), [".teddy/memos.yaml"]);
    }

    #[test]
    fn a_planwright_folder_below_the_root_hides_no_change() {
        let (folder, root) = scene();
        write(folder.path(), "tools/.planwright/run.sh", "good");
        let before = survey_before(&root).unwrap();
        write(folder.path(), "tools/.planwright/run.sh", "evil");
        write(folder.path(), "docs/.planwright/new", "");
        write(folder.path(), ".planwright/store.db", "unseen");
        let differences = changed(&root, &before);
        assert_eq!(texts(&differences.created), ["docs/.planwright/new"]);
        assert_eq!(texts(&differences.changed), ["tools/.planwright/run.sh"]);
    }

    #[test]
    fn changed_files_with_hard_links_outside_are_found() {
        let (folder, root) = scene();
        let outside = tempfile::tempdir_in(folder.path().parent().unwrap()).unwrap();
        for name in ["a", "src/b", "src/deep/c"] {
            let outside = outside.path().join(name.replace('/', "-"));
            fs::hard_link(folder.path().join(name), outside).unwrap();
        }
        let before = survey_before(&root).unwrap();
        write(folder.path(), "a", "evil");
        fs::rename(folder.path().join("src/b"), folder.path().join("moved")).unwrap();
        write(folder.path(), "build/one", "program");
        fs::hard_link(folder.path().join("build/one"), folder.path().join("build/two")).unwrap();
        let differences = changed(&root, &before);
        assert_eq!(texts(&differences.linked), ["moved", "a"]);
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
        assert_eq!(texts(&changed(&root, &before).changed), ["a"]);
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
    fn a_file_with_the_same_content_is_unchanged() {
        let (folder, root) = scene();
        let at = |path: &str| folder.path().join(path);
        let before = survey_before(&root).unwrap();
        fs::copy(at("a"), at("b")).unwrap();
        fs::rename(at("b"), at("a")).unwrap();
        fs::rename(at("src/b"), at("src/x")).unwrap();
        fs::rename(at("src/x"), at("src/b")).unwrap();
        fs::hard_link(at("src/deep/c"), at("c")).unwrap();
        fs::remove_file(at("c")).unwrap();
        let touched = fs::File::options().write(true).open(at("srcs")).unwrap();
        touched.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(changed(&root, &before), Differences::default());
    }

    #[test]
    fn a_touched_file_of_unknown_content_counts_as_changed() {
        let (folder, root) = scene();
        let path = folder.path().join("large");
        let large = fs::File::create(&path).unwrap();
        let size = u64::try_from(model::limits::DIGESTED_FILE_BYTES).unwrap() + 1;
        large.set_len(size).unwrap();
        let before = survey_before(&root).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(texts(&changed(&root, &before).changed), ["large"]);
    }

    /// A folder of dependencies must not use up the digests of the sources.
    #[test]
    fn folders_with_too_many_files_are_not_digested() {
        let (folder, root) = scene();
        for number in 0..=model::limits::DIGESTED_FILES {
            write(folder.path(), &format!("lib/{number}"), "");
        }
        let found = survey_before(&root).unwrap();
        let mut digested: Vec<&str> = found.digests.keys().map(RelPath::as_str).collect();
        digested.sort_unstable();
        assert_eq!(digested, [".teddy/memos.yaml", "a", "src/b", "src/deep/c", "srcs"]);
    }

    #[test]
    fn a_capped_survey_is_not_compared() {
        let (_folder, root) = scene();
        let before = walk::walk(&root, 3).unwrap();
        assert!(before.is_capped && before.count() == 3);
        assert!(!walk::walk(&root, 5).unwrap().is_capped);
        assert_eq!(changes_since(&before, &root).unwrap(), None);
    }

    #[test]
    fn names_that_cannot_be_paths_are_counted() {
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
        fs::create_dir(folder.path().join("x:y")).unwrap();
        fs::write(folder.path().join("x:y/Makefile"), "").unwrap();
        let mut expected = ["a\nb", "src/c\nd", "x:y", "x:y/Makefile"].map(PathBuf::from).to_vec();
        expected.push(PathBuf::from(name));
        assert_eq!(changed(&root, &found).unnamed, expected);
        assert!(found.changed_since(&found).unnamed.is_empty());
    }
}
