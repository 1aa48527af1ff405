//! A project with a canary file beside it that must not change, and functions to run commands.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use planwright_workspace::redact::Secrets;
use planwright_workspace::run::{Job, Limits, Ran, RunError, Stream, Work, inherited, run};
use planwright_workspace::sandbox::{Launcher, Sandbox};
use tempfile::TempDir;

pub type Named = (&'static str, fn());

pub struct TestProject {
    folder: TempDir,
    pub root: PathBuf,
    pub limits: Limits,
    pub sandbox: Option<Sandbox>,
    pub secrets: Secrets,
    pub cancelled: AtomicBool,
    /// The variables of the plan.
    pub added: Vec<(OsString, OsString)>,
    pub sub_folder: &'static str,
}

impl TestProject {
    pub fn new() -> Self {
        Self::below(&std::env::temp_dir())
    }

    pub fn below(folder: &Path) -> Self {
        let folder = tempfile::tempdir_in(folder).unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        fs::write(folder.path().join("canary"), "alive").unwrap();
        Self {
            folder,
            root,
            limits: Limits {
                time: Duration::from_secs(60),
                ..Limits::default()
            },
            sandbox: None,
            secrets: Secrets::default(),
            cancelled: AtomicBool::new(false),
            added: Vec::new(),
            sub_folder: "",
        }
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    /// The folder that contains the root.
    pub fn outside(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub fn assert_canary(&self) {
        let mut names: Vec<_> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["canary", "root"]);
        assert_eq!(fs::read_to_string(self.folder.path().join("canary")).unwrap(), "alive");
    }

    pub fn run(&self, script: &str) -> Ran {
        self.try_run(script, &mut |_, _| {}).unwrap()
    }

    pub fn run_with_path(&self, path: &Path, script: &str) -> Ran {
        let variables = vec![("PATH".into(), path.into())];
        self.start(variables, script, &mut |_, _| {}).unwrap()
    }

    pub fn try_run(&self, script: &str, show: &mut dyn FnMut(Stream, &str)) -> Result<Ran, RunError> {
        self.start(inherited(std::env::vars_os()), script, show)
    }

    fn start(
        &self,
        variables: Vec<(OsString, OsString)>,
        script: &str,
        show: &mut dyn FnMut(Stream, &str),
    ) -> Result<Ran, RunError> {
        self.work(variables, Work::Script(script), show)
    }

    /// A program that reads its input.
    pub fn run_program(&self, argv: &[&str], input: &str) -> Result<Ran, RunError> {
        let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
        let work = Work::Program { argv: &argv, input };
        self.work(inherited(std::env::vars_os()), work, &mut |_, _| {})
    }

    fn work(
        &self,
        variables: Vec<(OsString, OsString)>,
        work: Work<'_>,
        show: &mut dyn FnMut(Stream, &str),
    ) -> Result<Ran, RunError> {
        let job = Job {
            work,
            root: &self.root,
            folder: self.sub_folder,
            variables,
            added: self.added.clone(),
            limits: self.limits,
            sandbox: self.sandbox.as_ref(),
            secrets: &self.secrets,
            cancelled: &self.cancelled,
        };
        run(&Launcher::this_program(), &job, show)
    }
}
