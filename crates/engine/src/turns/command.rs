//! Running the commands of a plan.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dialect::text::visible::visible;
use model::limits::COMMAND_S_MAX;
use model::proposal::{Execute, Variable};
use model::report::{Approver, Details, Fate, Run};
use workspace::run::{GitFindings, Job, Limits, Ran, RunError, Stopped, Work, inherited, run};
use workspace::sandbox::{
    CacheAccess, CacheSetup, Files, GitAccess, Network, NoSandbox, Sandbox, Strength, default_caches, strongest,
};
use workspace::{Differences, Survey, changes_since};

use super::bench::Workbench;
use super::error::TurnError;
use crate::config::{self, ApprovedCommands, SandboxPolicy};
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
    Sandboxed(Strength, GitAccess),
}

impl fmt::Display for CommandRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User => f.write_str("Commands run with your rights, outside of the sandbox."),
            Self::Sandboxed(strength, git) => write!(f, "Commands run sandboxed: {}.", summary(*strength, *git)),
        }
    }
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
        if let Some(sandbox) = cage.sandbox().filter(|_| is_read_only_git(&ran)) {
            came.note(vec![git_hint(sandbox.git()).to_owned()]);
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
    pub fn for_nobody(bench: &Workbench, wish: SandboxWish) -> Result<Self, TurnError> {
        let policy = bench.config.sandbox;
        let is_required = policy == SandboxPolicy::Required || Self::holds_for_person(bench, wish);
        if !is_required && (wish == SandboxWish::Off || policy == SandboxPolicy::Off) {
            return Ok(Self::Open);
        }
        if let Some(store) = project::unguarded_store(&bench.setting) {
            return Err(TurnError::StoreInProject(store));
        }
        match strongest(&bench.launcher, &bench.root, &caches(bench)) {
            Ok(sandbox) if is_required && sandbox.strength().files() == Files::Open => {
                let why = format!("sandbox: too weak ({})", describe(&sandbox));
                Err(TurnError::NoSandbox { why })
            }
            Ok(sandbox) => {
                let sandbox = sandbox.with_git(bench.config.execute.git);
                Ok(Self::Locked(sandbox.with_config_file(bench.config_file())))
            }
            Err(error @ NoSandbox::Lacking(_)) if !is_required => Ok(Self::Unavailable(error.to_string())),
            Err(error @ NoSandbox::Lacking(_)) => Err(TurnError::NoSandbox { why: error.to_string() }),
            Err(NoSandbox::Prevented(why)) => Err(TurnError::SandboxPrevented { why }),
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
            CommandRights::Sandboxed(sandbox.strength(), sandbox.git())
        })
    }

    /// For the screen and the report.
    pub fn describe(&self, by: Option<Approver>) -> String {
        match self {
            Self::Locked(sandbox) => describe(sandbox),
            Self::Unavailable(why) => why.clone(),
            Self::Open if by == Some(Approver::Human) => "off (approved on screen)".to_owned(),
            Self::Open => "off".to_owned(),
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

/// `writes limited to the project, no network (read-only: .git; …)`
fn describe(sandbox: &Sandbox) -> String {
    let git = match sandbox.git() {
        GitAccess::ReadOnly => ".git",
        GitAccess::Write => "settings and hooks of git",
    };
    let guarded = (sandbox.strength().files() == Files::Guarded)
        .then(|| format!("read-only: {git}, .planwright, .teddy, .rawko"));
    let caches = match sandbox.cache_access() {
        CacheAccess::CopyOnWrite => Some("package caches: private copies".to_owned()),
        CacheAccess::Separate => Some("package caches: the project's own".to_owned()),
        CacheAccess::ReadOnly => None,
    };
    let details: Vec<String> = guarded.into_iter().chain(caches).collect();
    let limits = summary(sandbox.strength(), sandbox.git());
    match details.is_empty() {
        true => limits,
        false => format!("{limits} ({})", details.join("; ")),
    }
}

fn summary(strength: Strength, git: GitAccess) -> String {
    let files = match (strength.files(), git) {
        (Files::Open, _) => "writes not limited",
        (_, GitAccess::ReadOnly) => "writes limited to the project",
        (_, GitAccess::Write) => "writes limited to the project and its git repository",
    };
    let network = match strength.network() {
        Network::PrivateLoopback | Network::None => "no network",
        Network::Open => "network not limited",
    };
    format!("{files}, {network}")
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
    is_shortened.then(|| {
        format!("without confirmation, `[execute] timeout_s` of your configuration ({given_s}) is the maximum")
    })
}

/// The files of the project that a command changed, or why they are unknown.
pub(super) fn changes(bench: &Workbench, before: &Survey) -> Result<Differences, String> {
    let changes = changes_since(before, &bench.tree).map_err(|error| error.to_string())?;
    Ok(changes.ok_or("the project has too many files to list what the command changed")?)
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
        notes.push(format!("line {} failed: {}", failed.line, failed.command));
    }
    if is_allowed && !ran.succeeded() {
        notes.push("the plan allows it to fail".to_owned());
    }
    // Whatever is stopped is stopped with everything that it started.
    if ran.left_behind > 0 && ran.stopped.is_none() {
        notes.push(match ran.left_behind {
            1 => "1 process that it left running was ended".to_owned(),
            count => format!("{count} processes that it left running were ended"),
        });
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
    (!appeared.is_empty()).then(|| format!("it made folders of planwright's own: {}", appeared.join(", ")))
}

/// About changes that the list of changed files does not show.
fn change_notes(changed: &Differences) -> Vec<String> {
    let unnamed = first_names(changed.unnamed.iter().map(|name| name.to_string_lossy()));
    let linked = first_names(changed.linked.iter().map(|path| path.as_str().into()));
    let unnamed = unnamed.map(|names| format!("the command changed files with names that a plan cannot use: {names}"));
    let linked = linked.map(|names| {
        format!(
            "the command changed files that have hard links outside of the project, which changed with them: {names}"
        )
    });
    unnamed.into_iter().chain(linked).collect()
}

fn first_names<'a>(names: impl ExactSizeIterator<Item = Cow<'a, str>>) -> Option<String> {
    const SHOWN: usize = 5;
    let count = names.len();
    let shown: Vec<_> = names.take(SHOWN).map(|name| visible(&name).into_owned()).collect();
    let more = match count.saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!shown.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
}

fn git_hint(access: GitAccess) -> &'static str {
    match access {
        GitAccess::ReadOnly => {
            "`.git` is read-only in the sandbox; set `[execute] git = \"write\"` in your configuration to let plans commit"
        }
        GitAccess::Write => "Git's settings, hooks, submodules and worktrees stay read-only in the sandbox.",
    }
}

/// One sentence for each finding.
pub(crate) fn git_notes(git: &GitFindings) -> Vec<String> {
    let violations = (!git.violations.is_empty()).then(|| {
        format!(
            "it changed what git runs or reads, or planwright's configuration: {}",
            git.violations.join("; ")
        )
    });
    let notices = git.notices.iter().map(|notice| format!("git: {notice}"));
    violations.into_iter().chain(notices).collect()
}

/// Whether the command failed because git could not write its own files.
fn is_read_only_git(ran: &Ran) -> bool {
    let written = ran.stderr.to_string();
    let is_refused = written
        .lines()
        .any(|line| line.contains(".git") && line.contains("Read-only file system"));
    !ran.succeeded() && is_refused
}
