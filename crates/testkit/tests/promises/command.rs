//! Runs a command as the binaries do. Each binary is also the launcher.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use planwright_testkit::bins;
use planwright_testkit::project::must;
use workspace::redact::Secrets;
use workspace::run::{Job, Limits, Ran, Stream, Work, inherited, run};
use workspace::sandbox::Launcher;

pub struct Bench {
    folder: tempfile::TempDir,
    pub program: &'static str,
    pub limits: Limits,
    pub secrets: Secrets,
}

impl Bench {
    pub fn new() -> Self {
        Self {
            folder: must("a folder", tempfile::tempdir()),
            program: "planwright",
            limits: Limits::default(),
            secrets: Secrets::default(),
        }
    }

    /// A command with this time limit.
    pub fn limited(time: Duration) -> Self {
        let mut bench = Self::new();
        bench.limits.time = time;
        bench
    }

    pub fn root(&self) -> PathBuf {
        must("the root", self.folder.path().canonicalize())
    }

    pub fn run(&self, script: &str) -> Ran {
        self.shown(script, &mut |_, _| {})
    }

    pub fn shown(&self, script: &str, show: &mut dyn FnMut(Stream, &str)) -> Ran {
        let root = self.root();
        let job = Job {
            work: Work::Script(script),
            root: &root,
            folder: "",
            variables: inherited(std::env::vars_os()),
            added: Vec::new(),
            limits: self.limits,
            sandbox: None,
            secrets: &self.secrets,
            cancelled: &AtomicBool::new(false),
        };
        let launcher = Launcher::new(bins::path(self.program));
        must(script, run(&launcher, &job, show))
    }
}

/// Whether a process with this text in its command line is alive.
pub fn is_alive(word: &str) -> bool {
    let processes = must("the processes", fs::read_dir("/proc")).flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(word))
}
