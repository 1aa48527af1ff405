//! A project in a temporary folder, and functions that run the real binaries in it.

mod quiet;
mod rewind;
mod status;

use std::ffi::OsStr;
use std::fmt::{Debug, Display};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::{bins, ordinary_user};
pub use rewind::{Snapshot, Tree, tree};

/// The time in every project until a test moves the clock.
pub const NOW: &str = "2026-11-15T09:00:00Z";

const NAME: &str = "project";

pub struct Project {
    scene: TempDir,
    base: PathBuf,
    now: String,
    is_ordinary: bool,
}

/// How a process ended.
#[derive(Debug, Clone)]
pub struct Ran {
    /// `None` if a signal ended the process.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Returns the value, or panics with the name of the failed operation.
///
/// # Panics
///
/// If there is no value.
#[track_caller]
pub fn must<T, E: Debug>(what: impl Display, result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{what}: {error:?}"),
    }
}

impl Ran {
    pub fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// # Panics
    ///
    /// If the process did not succeed.
    #[track_caller]
    pub fn done(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// # Panics
    ///
    /// If the output is not exactly one JSON document.
    #[track_caller]
    pub fn json(&self) -> Value {
        must(format_args!("not JSON: {self:?}"), serde_json::from_str(&self.stdout))
    }
}

impl Default for Project {
    fn default() -> Self {
        Self::new()
    }
}

impl Project {
    /// An empty folder. No parent folder looks like a project.
    pub fn new() -> Self {
        Self::within(must("a temporary folder", folder().tempdir()))
    }

    /// As [`Project::new`], but in memory if this machine has `/dev/shm`. For tests that sync much and simulate no
    /// power loss.
    pub fn in_memory() -> Self {
        if ordinary_user::is_on_disk() {
            return Self::new();
        }
        folder()
            .tempdir_in("/dev/shm")
            .map_or_else(|_| Self::new(), Self::within)
    }

    fn within(scene: TempDir) -> Self {
        let base = must("its real path", scene.path().canonicalize());
        let project = Self {
            scene,
            base,
            now: NOW.to_owned(),
            is_ordinary: ordinary_user::is_active(),
        };
        for folder in [project.root().join(".git"), project.home(), project.state_folder()] {
            must("a folder", fs::create_dir_all(folder));
        }
        project
    }

    /// Copies the project with its backups. Backups identify their project by its path.
    pub fn copy(&self) -> Self {
        let beside = self.scene.path().parent().unwrap_or(Path::new("/tmp"));
        let mut copy = Self::within(must("a temporary folder", folder().tempdir_in(beside)));
        copy.now.clone_from(&self.now);
        copy.is_ordinary = self.is_ordinary;
        copy_folder(&self.root(), &copy.root());
        if self.backups().is_dir() {
            copy_folder(&self.backups(), &copy.backups());
        }
        copy
    }

    pub fn set_now(&mut self, now: impl Into<String>) {
        self.now = now.into();
    }

    pub fn scene(&self) -> &Path {
        self.scene.path()
    }

    pub fn root(&self) -> PathBuf {
        self.base.join(NAME)
    }

    pub fn home(&self) -> PathBuf {
        self.base.join("home")
    }

    pub fn state_folder(&self) -> PathBuf {
        self.base.join("state")
    }

    pub fn store_folder(&self) -> PathBuf {
        self.root().join(".planwright")
    }

    pub fn database(&self) -> PathBuf {
        self.store_folder().join("store.db")
    }

    /// The folder of this project's backup of the log.
    pub fn backups(&self) -> PathBuf {
        let digest = store::digest(self.database().as_os_str().as_encoded_bytes());
        let name = format!("{NAME}-{}", &digest[..12]);
        self.state_folder().join("planwright").join(name)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        if let Some(folder) = path.parent() {
            must("a folder", fs::create_dir_all(folder));
        }
        must(path.display(), fs::write(&path, text));
    }

    /// One of the binaries, or another program, in this project. It runs as the owner of the project, without the
    /// environment of the test.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = match self.is_ordinary {
            false => Command::new(program),
            true => {
                ordinary_user::give(self.scene());
                ordinary_user::command(program.as_ref())
            }
        };
        command
            .current_dir(self.root())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("XDG_STATE_HOME", self.state_folder())
            .env("PLANWRIGHT_NOW", &self.now)
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, program: &str, arguments: &[&str]) -> Ran {
        let mut command = self.command(bins::path(program));
        finish(command.args(arguments))
    }

    pub fn planloop(&self, arguments: &[&str]) -> Ran {
        self.run("planloop", arguments)
    }

    pub fn planwright(&self, arguments: &[&str]) -> Ran {
        self.run("planwright", arguments)
    }

    pub fn agentctl(&self, arguments: &[&str]) -> Ran {
        self.run("agentctl", arguments)
    }

    pub fn teddy(&self, arguments: &[&str]) -> Ran {
        self.run("teddy", arguments)
    }

    pub fn update(&self, agent: &str, payload: &Value) -> Ran {
        self.planloop(&["update", "--agent", agent, "--json", &payload.to_string()])
    }
}

/// Runs a program to its end.
///
/// # Panics
///
/// If the program cannot be started.
#[track_caller]
pub fn finish(command: &mut Command) -> Ran {
    loop {
        match command.output() {
            // Another test forked while this program was being copied. Its child keeps the copy open until it calls
            // `exec`.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            output => return Ran::of(&must(format_args!("{command:?}"), output)),
        }
    }
}

/// As [`finish`], with standard input. A program that does not read its input is not an error.
///
/// # Panics
///
/// If the program cannot be started.
#[track_caller]
pub fn finish_with_input(command: &mut Command, input: &[u8]) -> Ran {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn();
    let mut child = must(format_args!("{command:?}"), child);
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(input)));
        Ran::of(&must("its output", child.wait_with_output()))
    })
}

fn folder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("planwright-");
    builder
}

fn copy_folder(from: &Path, to: &Path) {
    must(to.display(), fs::create_dir_all(to));
    for entry in must(from.display(), fs::read_dir(from)) {
        let entry = must(from.display(), entry);
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &target);
        } else {
            must(source.display(), fs::copy(&source, &target));
        }
    }
}
