//! Finds what a power loss could destroy: files and names that a trace changed and did not sync.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Call;

/// The suffix of SQLite's log.
const LOG: &str = "-wal";

pub struct Durability<'a> {
    /// Only files below this folder count.
    scope: &'a Path,
    known: BTreeSet<PathBuf>,
    unsynced: BTreeSet<PathBuf>,
    unnamed: BTreeSet<PathBuf>,
    faults: Vec<String>,
}

impl<'a> Durability<'a> {
    /// Watches a folder whose contents are durable at the start.
    pub fn of(scope: &'a Path) -> Self {
        let mut known = BTreeSet::new();
        list(scope, &mut known);
        Self {
            scope,
            known,
            unsynced: BTreeSet::new(),
            unnamed: BTreeSet::new(),
            faults: Vec::new(),
        }
    }

    pub fn see(&mut self, call: &Call) {
        let [path, others @ ..] = call.paths.as_slice() else {
            return;
        };
        if call.failed || !self.is_ours(path) {
            return;
        }
        match (call.name.as_str(), others) {
            ("openat", _) if call.creates => self.name(path),
            ("mkdir" | "mkdirat", _) => self.name(path),
            ("ftruncate", _) if call.empties => self.empty(path),
            ("write" | "writev" | "pwrite64" | "copy_file_range" | "sendfile" | "ftruncate", _) => {
                self.unsynced.insert(path.clone());
            }
            ("fsync" | "fdatasync", _) => self.sync(path),
            ("link" | "linkat", [new]) => self.publish(path, new),
            ("rename" | "renameat" | "renameat2", [new]) => {
                self.publish(path, new);
                self.forget(path);
            }
            ("unlink" | "unlinkat", _) => self.forget(path),
            _ => {}
        }
    }

    /// Files whose content is not on disk, names that are not on disk, and files that were published too early.
    pub fn at_risk(&self) -> Vec<String> {
        let contents = self
            .unsynced
            .iter()
            .map(|path| format!("contents of {}", path.display()));
        let names = self.unnamed.iter().map(|path| format!("name of {}", path.display()));
        self.faults.iter().cloned().chain(contents).chain(names).collect()
    }

    /// The shared index of the log is in memory and is rebuilt from the log.
    fn is_ours(&self, path: &Path) -> bool {
        path.starts_with(self.scope) && !path.to_string_lossy().ends_with("-shm")
    }

    fn name(&mut self, path: &Path) {
        if self.known.insert(path.to_owned()) {
            self.unnamed.insert(path.to_owned());
        }
    }

    fn sync(&mut self, path: &Path) {
        self.unsynced.remove(path);
        self.unnamed.retain(|name| name.parent() != Some(path));
    }

    /// An empty file has nothing to lose. The content of a truncated log must already be in the database. If the old
    /// log comes back after a power loss, it only repeats that content.
    fn empty(&mut self, path: &Path) {
        let of = path.to_string_lossy().strip_suffix(LOG).map(PathBuf::from);
        if of.is_some_and(|database| self.unsynced.contains(&database)) {
            self.faults.push(format!("{} was emptied too early", path.display()));
        }
        self.unsynced.remove(path);
    }

    fn publish(&mut self, old: &Path, new: &Path) {
        if self.unsynced.contains(old) {
            self.faults
                .push(format!("{} became {} before its sync", old.display(), new.display()));
        }
        self.known.insert(new.to_owned());
        self.unnamed.insert(new.to_owned());
    }

    fn forget(&mut self, path: &Path) {
        self.known.remove(path);
        self.unsynced.remove(path);
        self.unnamed.remove(path);
    }
}

fn list(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, found);
        }
        found.insert(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(trace: &str, expect: &[&str]) {
        let mut durability = Durability::of(Path::new("/p"));
        for call in trace.lines().filter_map(Call::read) {
            durability.see(&call);
        }
        assert_eq!(durability.at_risk(), expect, "{trace}");
    }

    #[test]
    fn unsynced_writes_are_at_risk() {
        check("write(3</p/a>, \"\"..., 1) = 1", &["contents of /p/a"]);
        check("write(3</p/a>, \"\"..., 1) = 1\nfsync(3</p/a>) = 0", &[]);
        check(
            "fsync(3</p/a>) = 0\nwrite(3</p/a>, \"\"..., 1) = 1",
            &["contents of /p/a"],
        );
        check("openat(AT_FDCWD</p>, \"/p/a\", O_CREAT) = 3</p/a>", &["name of /p/a"]);
        check("mkdir(\"/p/a\", 0777) = 0\nfsync(3</p/a>) = 0", &["name of /p/a"]);
        check("mkdir(\"/p/a\", 0777) = 0\nfsync(3</p>) = 0", &[]);
        check("rename(\"/p/a\", \"/p/b\") = 0", &["name of /p/b"]);
    }

    #[test]
    fn contents_come_before_names() {
        let trace =
            "write(3</p/a>, \"\"..., 1) = 1\nlink(\"/p/a\", \"/p/b\") = 0\nfsync(3</p/a>) = 0\nfsync(4</p>) = 0";
        check(trace, &["/p/a became /p/b before its sync"]);
    }

    #[test]
    fn a_log_is_emptied_when_the_database_is_safe() {
        let (write, sync, empty) = (
            "pwrite64(3</p/a>, \"\"..., 1, 0) = 1\n",
            "fsync(3</p/a>) = 0\n",
            "ftruncate(4</p/a-wal>, 0) = 0\n",
        );
        check(&[write, sync, empty].concat(), &[]);
        check(&[write, empty, sync].concat(), &["/p/a-wal was emptied too early"]);
        check("ftruncate(4</p/a-wal>, 10) = 0", &["contents of /p/a-wal"]);
    }

    #[test]
    fn removed_foreign_and_index_files_are_not_at_risk() {
        check("write(3</q/a>, \"\"..., 1) = 1", &[]);
        check("pwrite64(3</p/a-shm>, \"\"..., 1, 0) = 1", &[]);
        check("write(3</p/a>, \"\"..., 1) = 1\nunlink(\"/p/a\") = 0", &[]);
        check(
            "openat(AT_FDCWD</p>, \"/p/a\", O_CREAT) = -1 EACCES (Permission denied)",
            &[],
        );
    }
}
