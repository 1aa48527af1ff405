//! The result of a command.

use std::time::Duration;

use super::output::Output;
use super::watch::Watched;
use super::{GitFindings, Job, RunError, shell};
use crate::sandbox::wire::LaunchEnd;
use crate::sandbox::{Sandbox, Strength};

/// The result of a command that ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub end: End,
    /// Why planwright stopped it, if it did.
    pub stopped: Option<Stopped>,
    pub duration: Duration,
    pub stdout: Output,
    pub stderr: Output,
    /// The failed command of the script, if the shell reported it.
    pub failed: Option<FailedCommand>,
    /// The number of processes that it left running. They were ended.
    pub left_behind: u32,
    /// Some of these processes could not be ended. Then the command has failed.
    pub is_still_running: bool,
    /// The strength of its sandbox.
    pub sandbox: Option<Strength>,
    /// What a sandboxed command did to git's files. A command with violations has failed.
    pub git: GitFindings,
    /// planwright's own folders that a sandboxed command created.
    pub appeared: Vec<String>,
    /// Messages of the launcher about the project's private caches.
    pub notes: Vec<String>,
}

/// How the command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Signaled(i32),
}

/// Why planwright stopped a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    TimedOut,
    Cancelled,
}

/// The command of a script that failed, and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedCommand {
    pub line: u32,
    pub command: String,
}

impl Ran {
    /// Exit code 0, not stopped, no violation, and no process left.
    pub fn succeeded(&self) -> bool {
        let is_clean = self.git.violations.is_empty() && !self.is_still_running;
        self.end == End::Exited(0) && self.stopped.is_none() && is_clean
    }

    /// Whether the command failed because git could not write its own files.
    pub fn failed_to_write_git(&self) -> bool {
        let is_refused = |line: &str| line.contains(".git") && line.contains("Read-only file system");
        !self.succeeded() && self.stderr.to_string().lines().any(is_refused)
    }

    /// Describes how the command ended.
    pub fn ending(&self) -> String {
        let end = match (self.stopped, self.end) {
            (Some(Stopped::TimedOut), _) => "stopped at its time limit".to_owned(),
            (Some(Stopped::Cancelled), _) => "stopped by the user".to_owned(),
            (None, End::Exited(0)) if !self.git.violations.is_empty() && !self.is_still_running => {
                "exit code 0, but it changed what git runs or reads, or planwright's configuration".to_owned()
            }
            (None, End::Exited(code)) => format!("exit code {code}"),
            (None, End::Signaled(signal)) => format!("ended by signal {signal}"),
        };
        match self.is_still_running {
            true => format!("{end}, but processes that it started cannot be ended"),
            false => end,
        }
    }
}

pub(super) fn result(watched: Watched, git: GitFindings, appeared: Vec<String>, job: &Job) -> Result<Ran, RunError> {
    let end = match watched.report.ending {
        LaunchEnd::Exited(code) => End::Exited(code),
        LaunchEnd::Signaled(signal) => End::Signaled(signal),
        LaunchEnd::NotStarted(error) => return Err(RunError::NotStarted(error.why)),
    };
    let failed = match end {
        End::Exited(0) => None,
        _ => shell::failed_command(&watched.report.shell_report),
    };
    Ok(Ran {
        end,
        stopped: watched.stopped,
        duration: watched.duration,
        stdout: watched.stdout,
        stderr: watched.stderr,
        failed: failed.map(|failed| FailedCommand {
            command: job.secrets.redact(&failed.command),
            ..failed
        }),
        left_behind: watched.report.left_behind,
        is_still_running: !watched.report.is_cleared,
        sandbox: job.sandbox.map(Sandbox::strength),
        git,
        appeared,
        notes: watched.report.notes,
    })
}
