//! A program that applies a group of 20 changes, for tests that kill it or let the disk fail.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

use planwright_testkit::bins;
use planwright_testkit::project::must;

use crate::ground::{self, Tree};

/// The twenty files of the program.
pub struct Scene(tempfile::TempDir);

impl Scene {
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let scene = Self(must("a folder", folder));
        for folder in ["old", ".planwright"] {
            must("a folder", fs::create_dir_all(scene.project().join(folder)));
        }
        for number in 0..20 {
            let path = scene.project().join(format!("old/{number}"));
            must("a file", fs::write(path, number.to_string()));
        }
        scene
    }

    pub fn project(&self) -> PathBuf {
        self.0.path().join("project")
    }

    pub fn run(&self, verb: &str) -> Output {
        must(
            "the program",
            self.arguments(&mut Command::new(program()), verb).output(),
        )
    }

    /// The fault that strace injects, such as `signal=SIGKILL:when=3`.
    pub fn injected(&self, verb: &str, call: &str, what: &str) -> Output {
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-o", "/dev/null", "-e"])
            .arg(format!("trace=?{call}"))
            .arg("-e")
            .arg(format!("inject=?{call}:{what}"));
        let line = self.arguments(strace.arg("--").arg(program()), verb);
        must("strace", line.output())
    }

    fn arguments<'a>(&self, command: &'a mut Command, verb: &str) -> &'a mut Command {
        command
            .arg(verb)
            .arg(self.project())
            .arg(self.project().join(".planwright/group"))
    }

    /// Staged files that no group needs any more.
    pub fn has_drafts(&self) -> bool {
        let mut all = Tree::new();
        ground::gather(&self.project(), &self.project(), &mut all);
        all.keys().any(|path| path.ends_with(".new") || path.ends_with(".tmp"))
    }

    pub fn tree(&self) -> Tree {
        ground::tree(&self.project())
    }
}

/// The files before and after the group.
pub fn before_and_after(verb: &str, prepare: impl Fn(&Scene)) -> (Tree, Tree) {
    let scene = Scene::new();
    prepare(&scene);
    let before = scene.tree();
    assert!(scene.run(verb).status.success(), "{verb}");
    let after = scene.tree();
    assert_ne!(before, after);
    (before, after)
}

pub fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| bins::example("planwright-workspace", "apply_group"))
}
