//! R18: a project that cannot be written can still be read.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::skip;
use serde_json::json;
use tempfile::TempDir;

/// An ordinary user, because permissions do not restrict root.
const USER: u32 = 65_534;

#[test]
fn r18_a_project_that_cannot_be_written_still_answers() {
    let project = crate::r01_scenes::claimed();
    let before = contents(&project.root());
    let closed = Closed::new(&project);
    if closed.run("planwright", &["--version"]).code != Some(0) {
        return skip(
            "r18_read_only",
            "another user may not run programs in the temporary folder",
        );
    }
    check(&closed);
    drop(closed);
    assert_eq!(contents(&project.root()), before);
    project.assert_sound();
    project.planwright(&["done", "2", "--agent", "ada"]).done();

    // There is no write-ahead log: only the one file.
    let project = crate::r18_old_data::with_store(|_| {});
    let before = contents(&project.root());
    let closed = Closed::new(&project);
    check(&closed);
    drop(closed);
    assert_eq!(contents(&project.root()), before);
}

fn check(closed: &Closed<'_>) {
    let status = closed.run("planloop", &["status", "--json"]).done().json();
    assert!(status["now"]["reason"].is_string(), "{status:#}");
    let listed = closed.run("planwright", &["list", "--json"]).done().json();
    assert_ne!(listed["tasks"], json!([]));
    let doctor = closed.run("planwright", &["doctor", "--json"]).done();
    assert!(doctor.stdout.contains("can be read but not written"), "{doctor:?}");
    let update = r#"{"update_tasks": [{"id": 2, "status": "DONE"}]}"#;
    for (program, line) in [
        ("planloop", &["update", "--json", update, "--agent", "ada"][..]),
        ("planloop", &["start", "--goal", "Another"]),
        ("planwright", &["done", "2", "--agent", "ada", "--json"]),
        ("planwright", &["next", "--claim", "--json"]),
    ] {
        let ran = closed.run(program, line);
        assert_eq!(
            (ran.code, &ran.json()["error_type"]),
            (Some(5), &json!("read_only")),
            "{line:?}: {ran:?}"
        );
    }
}

/// A project that its user cannot write. Dropping it restores the permissions.
struct Closed<'a> {
    project: &'a Project,
    is_root: bool,
    /// A copy of the binaries that any user can run.
    bins: TempDir,
}

impl<'a> Closed<'a> {
    fn new(project: &'a Project) -> Self {
        let is_root = must("the project", project.root().metadata()).uid() == 0;
        let bins = must("a temporary folder", tempfile::tempdir());
        must(
            "its mode",
            fs::set_permissions(bins.path(), Permissions::from_mode(0o755)),
        );
        for name in ["planloop", "planwright"] {
            must(name, fs::copy(bins::path(name), bins.path().join(name)));
        }
        let closed = Self { project, is_root, bins };
        closed.set(0o555, 0o444, if is_root { USER } else { 0 });
        closed
    }

    fn set(&self, folder: u32, file: u32, owner: u32) {
        for path in paths(self.project.scene()) {
            let mode = if path.is_dir() { folder } else { file };
            must(path.display(), fs::set_permissions(&path, Permissions::from_mode(mode)));
            if self.is_root {
                must(path.display(), chown(&path, Some(owner), Some(owner)));
            }
        }
    }

    fn run(&self, program: &str, line: &[&str]) -> Ran {
        let mut command = self.project.command(self.bins.path().join(program));
        if self.is_root {
            command.uid(USER).gid(USER);
        }
        finish(command.args(line))
    }
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.set(0o755, 0o644, 0);
    }
}

fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = paths(folder).into_iter().filter(|path| path.is_file());
    // The index of the log is memory, not content.
    let files = files.filter(|path| !path.to_string_lossy().ends_with("-shm"));
    files
        .map(|path| (path.clone(), must(path.display(), fs::read(&path))))
        .collect()
}

/// The folder and everything below it, the outermost first.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut paths = vec![folder.to_owned()];
    for entry in must(folder.display(), fs::read_dir(folder)) {
        let path = must(folder.display(), entry).path();
        if path.is_dir() {
            paths.extend(self::paths(&path));
        } else {
            paths.push(path);
        }
    }
    paths
}
