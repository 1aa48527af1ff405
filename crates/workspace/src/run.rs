//! Runs a command and returns its result. Every command ends within its time limit, with all of its processes.
//!
//! This module does not decide whether a command may run.

mod clip;
mod decode;
mod environment;
mod folder;
mod outcome;
mod output;
mod overwritten;
mod plain;
mod program;
mod shell;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use model::limits;

pub use environment::inherited;
pub use outcome::{End, FailedCommand, Ran, Stopped};
pub use output::{Output, Stream};

use crate::git_guard::{GitGuard, GitSurroundings};
use crate::redact::Secrets;
use crate::sandbox::wire::LaunchBrief;
use crate::sandbox::{Launcher, Sandbox};
use crate::scratch::Scratch;

pub use crate::git_guard::GitFindings;

/// A command to be run.
#[derive(Debug)]
pub struct Job<'a> {
    pub work: Work<'a>,
    pub root: &'a Path,
    /// The working folder, relative to the root; empty for the root itself.
    pub folder: &'a str,
    /// The variables from planwright's environment: [`inherited`], and those that the user allows. Programs are searched
    /// in the `PATH` among them.
    pub variables: Vec<(OsString, OsString)>,
    /// The variables of the plan, which take precedence. They do not decide which shell runs the script.
    pub added: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub sandbox: Option<&'a Sandbox>,
    pub secrets: &'a Secrets,
    /// Stops the command as soon as it is set.
    pub cancelled: &'a AtomicBool,
}

/// A script or a program.
#[derive(Debug, Clone, Copy)]
pub enum Work<'a> {
    /// Run by a shell, with empty standard input.
    Script(&'a str),
    /// Run without a shell. `input` is its standard input.
    Program { argv: &'a [String], input: &'a str },
}

/// The default `PATH`.
const FOLDERS: &str = "/usr/local/bin:/usr/bin:/bin";

/// The limits of one command.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    /// The kept output of each stream: one half for the beginning, one half for the end.
    pub output_bytes: usize,
    /// The memory of each process in a sandbox.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(limits::COMMAND_S),
            output_bytes: usize::try_from(limits::COMMAND_OUTPUT_KIB * 1024).unwrap_or(usize::MAX),
            memory_bytes: limits::COMMAND_MEMORY_MIB * 1024 * 1024,
        }
    }
}

/// Why a command did not run, or has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the command is longer than {max} bytes")]
    TooLong { max: usize },
    #[error("the command contains a NUL character")]
    Nul,
    #[error("{0:?} cannot be the name of an environment variable, or its value contains a NUL character")]
    Variable(OsString),
    #[error("{0} is not a folder in the project")]
    Folder(String),
    #[error("bash and sh were not found; install one of them or add its folder to PATH")]
    NoShell,
    #[error("`{0}` was not found")]
    NoProgram(String),
    #[error("the command was not started: {0}")]
    NotStarted(String),
    /// The command may have run, completely or in part.
    #[error("the launcher of the command was killed")]
    Lost { git: GitFindings, appeared: Vec<String> },
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another error, and the project has traces of the command.
    #[error("{error}")]
    Audited {
        error: Box<RunError>,
        git: GitFindings,
        appeared: Vec<String>,
    },
}

impl RunError {
    /// What the command did to git's files before the error.
    pub fn findings(&self) -> Option<&GitFindings> {
        match self {
            Self::Lost { git, .. } | Self::Audited { git, .. } => Some(git),
            _ => None,
        }
    }

    /// As [`Ran::appeared`].
    pub fn appeared(&self) -> &[String] {
        match self {
            Self::Lost { appeared, .. } | Self::Audited { appeared, .. } => appeared,
            _ => &[],
        }
    }
}

/// Runs the command to its end. Calls `show` with its output, without secrets and control sequences.
pub fn run(launcher: &Launcher, job: &Job, show: &mut dyn FnMut(Stream, &str)) -> Result<Ran, RunError> {
    let since = Instant::now();
    let temp = job.sandbox.map(|_| private_temp()).transpose()?;
    let mut guard = job.sandbox.map(|sandbox| guard(job, sandbox, since)).transpose()?;
    let brief = brief(job, temp.as_ref(), guard.as_ref())?;
    let watched = watch::watch(launcher, &brief, job, since, show);
    // Also after an error: the command may have changed git's files.
    let mut git = guard.as_mut().map(GitGuard::audit).unwrap_or_default();
    if watched.as_ref().is_ok_and(|watched| !watched.report.is_cleared) {
        // A process that cannot be ended may have reverted the repairs of the first audit.
        let again = guard.as_mut().map(GitGuard::audit).unwrap_or_default();
        git.violations.extend(again.violations);
    }
    let appeared = guard.as_ref().map(GitGuard::appeared).unwrap_or_default();
    let ran = watched.and_then(|watched| outcome::result(watched, git.clone(), appeared.clone(), job));
    ran.map_err(|error| with_findings(error, git, appeared))
}

fn with_findings(error: RunError, git: GitFindings, appeared: Vec<String>) -> RunError {
    match error {
        RunError::Lost { .. } => RunError::Lost { git, appeared },
        error if git == GitFindings::default() && appeared.is_empty() => error,
        error => RunError::Audited {
            error: Box::new(error),
            git,
            appeared,
        },
    }
}

/// The search counts against the command's time limit, and stops with it.
fn guard<'a>(job: &'a Job, sandbox: &Sandbox, since: Instant) -> Result<GitGuard<'a>, RunError> {
    let surroundings = GitSurroundings {
        planwright_file: sandbox.config_file.clone(),
        ..GitSurroundings::of(&job.variables)
    };
    let is_stopped = || since.elapsed() > job.limits.time || job.cancelled.load(Ordering::Relaxed);
    GitGuard::prepare(
        job.root,
        surroundings,
        sandbox.git,
        sandbox.strength().files(),
        sandbox.running_folder().as_deref(),
        &is_stopped,
    )
    .map_err(|error| RunError::NotStarted(error.to_string()))
}

/// Has a random name, and is closed to other users.
fn private_temp() -> io::Result<Scratch> {
    Scratch::new(&std::env::temp_dir(), "planwright-")
}

fn brief(job: &Job, temp: Option<&Scratch>, guard: Option<&GitGuard<'_>>) -> Result<LaunchBrief, RunError> {
    let root = job.root.canonicalize()?;
    let folder = folder::inside(&root, job.folder)?;
    let mut variables = environment::merged(&job.variables, &job.added);
    environment::check(&variables)?;
    let temp: Option<PathBuf> = temp.map(|temp| temp.path().canonicalize()).transpose()?;
    if let Some(temp) = &temp {
        variables.retain(|(name, _)| name != "TMPDIR");
        variables.push(("TMPDIR".into(), temp.into()));
    }
    let (program, arguments, input) = match job.work {
        Work::Script(script) => {
            let shell = shell::find(&job.variables).ok_or(RunError::NoShell)?;
            let arguments = shell.run(script, &mut variables)?;
            (shell.program, arguments, None)
        }
        Work::Program { argv, input } => {
            let (name, rest) = argv.split_first().ok_or_else(|| RunError::NoProgram(String::new()))?;
            let program = program::find(name, &job.variables)?;
            (
                program,
                rest.iter().map(OsString::from).collect(),
                Some(input.as_bytes().to_vec()),
            )
        }
    };
    Ok(LaunchBrief {
        program: Some(program),
        arguments,
        input,
        variables,
        folder,
        confinement: job.sandbox.zip(temp).zip(guard).map(|((sandbox, temp), guard)| {
            let memory_bytes = job.limits.memory_bytes;
            sandbox.confinement(&root, &temp, memory_bytes, guard.mounts())
        }),
        report_fd: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_the_audit_survive_every_error() {
        let git = GitFindings {
            violations: vec!["a hook".to_owned()],
            notices: Vec::new(),
        };
        let lost = RunError::Lost {
            git: GitFindings::default(),
            appeared: Vec::new(),
        };
        let appeared = [".rawko".to_owned()];
        let io = || RunError::Io(io::ErrorKind::BrokenPipe.into());
        for error in [lost, io(), RunError::NotStarted("no reason".to_owned())] {
            let words = error.to_string();
            let error = with_findings(error, git.clone(), appeared.to_vec());
            assert_eq!((error.to_string(), error.findings()), (words, Some(&git)));
            assert_eq!(error.appeared(), appeared);
        }
        let nothing = with_findings(io(), GitFindings::default(), Vec::new());
        assert!(matches!(nothing, RunError::Io(_)));
    }
}
