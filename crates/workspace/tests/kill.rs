//! R1 and R3: a group of 20 changes is killed at every call that writes; its tree is before or after, never between.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CALLS: &[&str] = &[
    "openat",
    "openat2",
    "mkdir",
    "mkdirat",
    "linkat",
    "write",
    "fchmod",
    "fsync",
    "syncfs",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "rmdir",
];

type Tree = BTreeMap<PathBuf, Vec<u8>>;

#[test]
fn a_killed_apply_happened_or_did_not() {
    kill_everywhere("apply", |_| {});
}

#[test]
fn a_killed_revert_happened_or_did_not() {
    kill_everywhere("revert", |scene| assert!(scene.run("apply").status.success()));
}

struct Scene(tempfile::TempDir);

fn kill_everywhere(verb: &str, prepare: impl Fn(&Scene)) {
    if !is_usable() {
        return eprintln!("skipped: strace is not there or may not trace");
    }
    let scene = || {
        let scene = Scene::new();
        prepare(&scene);
        scene
    };
    let whole = scene();
    let before = whole.tree();
    assert!(whole.run(verb).status.success());
    let after = whole.tree();
    assert_ne!(before, after);
    let mut kills = 0;
    for call in CALLS {
        for nth in 1.. {
            let scene = scene();
            let output = scene.killed_at(verb, call, nth);
            if output.status.success() {
                break;
            }
            kills += 1;
            assert!(output.stdout.is_empty(), "{call} {nth}: acknowledged");
            assert!(scene.run("recover").status.success(), "{call} {nth}");
            assert!(!scene.has_drafts(), "{call} {nth}");
            let found = scene.tree();
            assert!(
                found == before || found == after,
                "{verb} killed at {call} {nth}: {found:?}"
            );
            if found == before {
                assert!(scene.run(verb).status.success(), "{call} {nth}, and again");
                assert_eq!(scene.tree(), after, "{call} {nth}, and again");
            }
        }
    }
    assert!(kills > 50, "only {kills} kills");
    eprintln!("{verb}: killed at {kills} calls");
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let scene = Self(must(folder));
        for folder in ["old", ".planwright"] {
            must(fs::create_dir_all(scene.project().join(folder)));
        }
        for number in 0..20 {
            let path = scene.project().join(format!("old/{number}"));
            must(fs::write(path, number.to_string()));
        }
        scene
    }

    fn project(&self) -> PathBuf {
        self.0.path().join("project")
    }

    fn run(&self, verb: &str) -> Output {
        must(self.arguments(&mut Command::new(program()), verb).output())
    }

    fn killed_at(&self, verb: &str, call: &str, nth: usize) -> Output {
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-o", "/dev/null", "-e"])
            .arg(format!("trace=?{call}"));
        strace
            .arg("-e")
            .arg(format!("inject=?{call}:signal=SIGKILL:when={nth}"));
        must(self.arguments(strace.arg("--").arg(program()), verb).output())
    }

    fn arguments<'a>(&self, command: &'a mut Command, verb: &str) -> &'a mut Command {
        command
            .arg(verb)
            .arg(self.project())
            .arg(self.project().join(".planwright/group"))
    }

    /// Staged files that nobody needs any more.
    fn has_drafts(&self) -> bool {
        let mut all = Tree::new();
        gather(&self.project(), &mut all);
        all.keys()
            .any(|path| path.extension().is_some_and(|kind| kind == "new" || kind == "tmp"))
    }

    /// Files by path, and folders without content; all but our own.
    fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        gather(&self.project(), &mut tree);
        let ours = self.project().join(".planwright");
        tree.retain(|path, _| !path.starts_with(&ours));
        let top = self.project();
        tree.into_iter()
            .map(|(path, content)| (must(path.strip_prefix(&top)).to_owned(), content))
            .collect()
    }
}

fn gather(folder: &Path, tree: &mut Tree) {
    for entry in must(fs::read_dir(folder)) {
        let path = must(entry).path();
        if path.is_dir() {
            gather(&path, tree);
            tree.insert(path, Vec::new());
        } else {
            let content = must(fs::read(&path));
            tree.insert(path, content);
        }
    }
}

/// Cargo builds examples beside the tests.
fn program() -> PathBuf {
    let mut folder = must(std::env::current_exe());
    folder.pop();
    folder.pop();
    let program = folder.join("examples/apply_group");
    assert!(
        program.exists(),
        "build the examples first, as `cargo test` does without `--test`"
    );
    program
}

fn is_usable() -> bool {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", "/dev/null", "-e", "trace=write", "true"]);
    strace.output().is_ok_and(|output| output.status.success())
}

fn must<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}
