//! Running the commands of a plan.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dialect::records::{
    ActionNote, CacheNote, GitFinding, SANDBOX_OFF, SANDBOX_OFF_APPROVED, SandboxLimits, sandbox_note,
};
use dialect::text::visible::visible;
use model::limits::COMMAND_S_MAX;
use model::proposal::{Execute, Variable};
use model::report::{Approver, Details, Fate, Run};
use workspace::run::{GitFindings, Job, Limits, Ran, RunError, Stopped, Work, inherited, run};
use workspace::sandbox::{
    CacheAccess, CacheSetup, Files, GitAccess, Network, NoSandbox, Sandbox, default_caches, strongest,
};
use workspace::{Differences, Survey, changes_since};

use super::bench::Workbench;
use super::error::{InsufficientSandbox, TurnError};
use crate::config::{self, ApprovedCommands, SandboxPolicy};
use crate::error::EngineError;
use crate::project;

/// What the caller said about locking commands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxWish {
    /// As the user's configuration says.
    Configured,
    Off,
    /// Sandboxes all commands, also approved ones. Overrides the configuration.
    Always,
}

/// The rights of commands that a person approves on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandRights {
    User,
    Sandboxed(SandboxLimits),
}

/// How commands are run in one execution.
pub(crate) enum Cage {
    /// A person approved them on a screen, or said that they need not be locked in.
    Open,
    Locked(Sandbox),
    /// The kernel offers nothing, for these reasons.
    Unavailable(String),
}

/// What a command came to.
pub(super) struct Came {
    pub fate: Fate,
    pub details: Details,
    /// `None` if the changes are unknown.
    pub changed: Option<Differences>,
}

impl Came {
    /// Call this after planwright's own files are restored, so that `changes` does not find them missing.
    pub fn of(
        execute: &Execute,
        cage: &Cage,
        ran: Result<Ran, RunError>,
        changes: impl FnOnce() -> Result<Differences, String>,
    ) -> Self {
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => return without_end(&error, changes()),
        };
        let mut came = came(&ran, execute, changes());
        if let Some(sandbox) = cage.sandbox().filter(|_| ran.failed_to_write_git()) {
            let note = match sandbox.git() {
                GitAccess::ReadOnly => ActionNote::GitReadOnly,
                GitAccess::Write => ActionNote::GitPartlyReadOnly,
            };
            came.note(vec![note.to_string()]);
        }
        came
    }

    pub fn note(&mut self, more: Vec<String>) {
        if self.details == Details::None && !more.is_empty() {
            self.details = Details::Ran(without_output(&self.fate));
        }
        if let Details::Ran(ran) = &mut self.details {
            ran.notes.extend(more);
        }
    }

    /// Fails the action, even if the command succeeded or its failure is allowed. An unknown outcome stays unknown.
    pub fn fail(&mut self, why: String) {
        self.note(vec![why.clone()]);
        if self.fate != Fate::Unknown {
            self.fate = Fate::Failed(why);
        }
    }
}

impl Cage {
    /// How commands would be run that nobody approves on a screen.
    pub fn for_nobody(bench: &Workbench, wish: SandboxWish) -> Result<Self, EngineError> {
        let policy = bench.config.sandbox;
        let is_required = policy == SandboxPolicy::Required || Self::holds_for_person(bench, wish);
        if !is_required && (wish == SandboxWish::Off || policy == SandboxPolicy::Off) {
            return Ok(Self::Open);
        }
        if let Some(store) = project::unguarded_store(&bench.setting) {
            return Err(TurnError::StoreInProject(store).into());
        }
        match strongest(&bench.launcher, &bench.root, &caches(bench)) {
            Ok(sandbox) if is_required && sandbox.strength().files() == Files::Open => {
                let why = InsufficientSandbox::TooWeak(note(&sandbox));
                Err(TurnError::NoSandbox { why }.into())
            }
            Ok(sandbox) => {
                let sandbox = sandbox.with_git(bench.config.execute.git);
                Ok(Self::Locked(sandbox.with_config_file(bench.config_file())))
            }
            Err(error @ NoSandbox::Lacking(_)) if !is_required => Ok(Self::Unavailable(error.to_string())),
            Err(error @ NoSandbox::Lacking(_)) => Err(TurnError::NoSandbox {
                why: InsufficientSandbox::Lacking(error.to_string()),
            }
            .into()),
            Err(NoSandbox::Prevented(why)) => Err(TurnError::SandboxPrevented { why }.into()),
            Err(NoSandbox::Failed(why)) => Err(TurnError::SandboxFailed { why }.into()),
        }
    }

    /// Whether commands that a person approves are sandboxed, too.
    pub fn holds_for_person(bench: &Workbench, wish: SandboxWish) -> bool {
        match wish {
            SandboxWish::Always => true,
            SandboxWish::Configured => bench.config.execute.approved == ApprovedCommands::Sandbox,
            SandboxWish::Off => false,
        }
    }

    pub fn rights(&self) -> CommandRights {
        self.sandbox().map_or(CommandRights::User, |sandbox| {
            CommandRights::Sandboxed(limits_in(sandbox))
        })
    }

    /// For the screen and the report.
    pub fn describe(&self, by: Option<Approver>) -> String {
        match self {
            Self::Locked(sandbox) => note(sandbox),
            Self::Unavailable(why) => why.clone(),
            Self::Open if by == Some(Approver::Human) => SANDBOX_OFF_APPROVED.to_owned(),
            Self::Open => SANDBOX_OFF.to_owned(),
        }
    }

    pub fn sandbox(&self) -> Option<&Sandbox> {
        match self {
            Self::Locked(sandbox) => Some(sandbox),
            Self::Open | Self::Unavailable(_) => None,
        }
    }
}

fn caches(bench: &Workbench) -> CacheSetup {
    let (home, config) = (bench.home.as_deref(), &bench.config.execute);
    let mut folders = home.map(default_caches).unwrap_or_default();
    folders.extend(config.cache_folders(home));
    CacheSetup {
        folders,
        shared: config.shared_cache_folders(home),
        private: project::private_caches(&bench.setting),
        limit_bytes: config.cache_mib.saturating_mul(1024 * 1024),
    }
}

fn note(sandbox: &Sandbox) -> String {
    let is_guarded = sandbox.strength().files() == Files::Guarded;
    let caches = match sandbox.cache_access() {
        CacheAccess::CopyOnWrite => Some(CacheNote::PrivateCopies),
        CacheAccess::Separate => Some(CacheNote::OfProject),
        CacheAccess::ReadOnly => None,
    };
    sandbox_note(limits_in(sandbox), is_guarded, caches)
}

fn limits_in(sandbox: &Sandbox) -> SandboxLimits {
    SandboxLimits {
        limits_writes: sandbox.strength().files() != Files::Open,
        may_write_git: sandbox.git() == GitAccess::Write,
        limits_network: sandbox.strength().network() != Network::Open,
    }
}

/// Runs it to its end, or until it is cancelled.
pub(super) fn run_to_end(
    bench: &Workbench,
    execute: &Execute,
    cage: &Cage,
    by: Approver,
    cancelled: &AtomicBool,
    show: &mut dyn FnMut(&str),
) -> Result<Ran, RunError> {
    let job = Job {
        work: Work::Script(execute.command.value.text()),
        root: &bench.root,
        folder: execute.cwd.as_ref().map_or("", |cwd| cwd.value.as_str()),
        variables: let_through(bench),
        added: added(execute),
        limits: limits_of(bench, execute, by),
        sandbox: cage.sandbox(),
        secrets: &bench.secrets,
        cancelled,
    };
    run(&bench.launcher, &job, &mut |_, text| show(text))
}

/// The note for a command that was stopped before the time that its plan asks for.
pub(super) fn shortened_note(bench: &Workbench, execute: &Execute, by: Approver, ran: &Ran) -> Option<String> {
    let asked_s = execute.timeout_s.as_ref()?.value.min(COMMAND_S_MAX);
    let given_s = limits_of(bench, execute, by).time.as_secs();
    let is_shortened = ran.stopped == Some(Stopped::TimedOut) && asked_s > given_s;
    is_shortened.then(|| ActionNote::TimeoutShortened(given_s).to_string())
}

/// The files of the project that a command changed, or why they are unknown.
pub(super) fn changes(bench: &Workbench, before: &Survey) -> Result<Differences, String> {
    let changes = changes_since(before, &bench.tree).map_err(|error| error.to_string())?;
    changes.ok_or_else(|| ActionNote::TooManyFiles.to_string())
}

/// What every command gets of our environment: the usual ones, and what the user lets through.
pub(crate) fn let_through(bench: &Workbench) -> Vec<(OsString, OsString)> {
    let mut variables = inherited(bench.variables.iter().cloned());
    let allowed = |name: &OsString| bench.config.execute.env.iter().any(|allowed| name == allowed.as_str());
    variables.extend(bench.variables.iter().filter(|(name, _)| allowed(name)).cloned());
    variables
}

fn added(execute: &Execute) -> Vec<(OsString, OsString)> {
    let pair = |variable: &Variable| {
        (
            OsString::from(&variable.name.value),
            OsString::from(&variable.value.value),
        )
    };
    execute.env.iter().map(pair).collect()
}

/// The plan may ask for another time than the user's configuration. Only a person can approve a longer one.
fn limits_of(bench: &Workbench, execute: &Execute, by: Approver) -> Limits {
    let mut limits = config::command_limits(&bench.config.execute);
    if let Some(timeout) = &execute.timeout_s {
        let asked = Duration::from_secs(timeout.value.min(COMMAND_S_MAX));
        limits.time = match by {
            Approver::Human => asked,
            Approver::Flag | Approver::Policy => asked.min(limits.time),
        };
    }
    limits
}

/// The command has no known end. It may have run all the same, so its traces are reported as after any other.
fn without_end(error: &RunError, changed: Result<Differences, String>) -> Came {
    let mut notes = error.findings().map(git_notes).unwrap_or_default();
    notes.extend(appeared_note(error.appeared()));
    let changed = changed.map_err(|why| notes.push(why)).ok();
    notes.extend(changed.iter().flat_map(change_notes));
    let files = changed.as_ref().map(Differences::all).unwrap_or_default();
    let is_lost = matches!(error, RunError::Lost { .. });
    let fate = match is_lost {
        true => Fate::Unknown,
        false => Fate::Failed(error.to_string()),
    };
    Came {
        details: match notes.is_empty() && files.is_empty() {
            true => Details::None,
            false => Details::Ran(Run {
                notes,
                changed: files,
                ..without_output(&fate)
            }),
        },
        fate,
        changed: changed.filter(|_| !is_lost),
    }
}

fn without_output(fate: &Fate) -> Run {
    Run {
        end: match fate {
            Fate::Failed(why) => why.clone(),
            _ => "unknown".to_owned(),
        },
        ..Run::default()
    }
}

fn came(ran: &Ran, execute: &Execute, changed: Result<Differences, String>) -> Came {
    let end = ran.ending();
    let is_clean = ran.git.violations.is_empty() && !ran.is_still_running;
    let is_allowed = execute.allow_failure && ran.stopped.is_none() && is_clean;
    let mut notes = Vec::new();
    if let Some(failed) = &ran.failed {
        notes.push(ActionNote::LineFailed(failed.line, &failed.command).to_string());
    }
    if is_allowed && !ran.succeeded() {
        notes.push(ActionNote::FailureAllowed.to_string());
    }
    // Whatever is stopped is stopped with everything that it started.
    if ran.left_behind > 0 && ran.stopped.is_none() {
        notes.push(ActionNote::ProcessesEnded(ran.left_behind).to_string());
    }
    notes.extend(git_notes(&ran.git));
    notes.extend(appeared_note(&ran.appeared));
    notes.extend(ran.notes.iter().cloned());
    let changed = changed.map_err(|why| notes.push(why)).ok();
    notes.extend(changed.iter().flat_map(change_notes));
    Came {
        fate: match ran.succeeded() || is_allowed {
            true => Fate::Done,
            false => Fate::Failed(end.clone()),
        },
        details: Details::Ran(Run {
            end,
            stdout: ran.stdout.to_string(),
            stderr: ran.stderr.to_string(),
            notes,
            changed: changed.as_ref().map(Differences::all).unwrap_or_default(),
        }),
        changed,
    }
}

fn appeared_note(appeared: &[String]) -> Option<String> {
    (!appeared.is_empty()).then(|| ActionNote::OwnFoldersCreated(appeared).to_string())
}

/// About changes that the list of changed files does not show.
fn change_notes(changed: &Differences) -> Vec<String> {
    let unnamed = changed.unnamed.iter().map(|name| shown(&name.to_string_lossy()));
    let linked = changed.linked.iter().map(|path| shown(path.as_str()));
    let (unnamed, linked): (Vec<String>, Vec<String>) = (unnamed.collect(), linked.collect());
    let unnamed = (!unnamed.is_empty()).then(|| ActionNote::UnnamedFiles(&unnamed).to_string());
    let linked = (!linked.is_empty()).then(|| ActionNote::LinkedFiles(&linked).to_string());
    unnamed.into_iter().chain(linked).collect()
}

fn shown(name: &str) -> String {
    visible(name).into_owned()
}

fn git_notes(git: &GitFindings) -> Vec<String> {
    git_findings(git).iter().map(GitFinding::to_string).collect()
}

pub(crate) fn git_findings(git: &GitFindings) -> Vec<GitFinding> {
    let violations = (!git.violations.is_empty()).then(|| GitFinding::Violations(git.violations.clone()));
    let notices = git.notices.iter().cloned().map(GitFinding::Notice);
    violations.into_iter().chain(notices).collect()
}
