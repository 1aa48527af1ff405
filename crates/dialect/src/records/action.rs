//! What the record of an execution and its report store about an action.

use std::fmt;

use model::{RelPath, SessionId, Verb};

use crate::text::listed;

/// Why an action failed.
#[derive(Clone, Copy)]
pub enum ActionFailure<'a> {
    /// The user says that a command failed before an interruption.
    Interrupted,
    CreatedTwice(&'a RelPath),
    Exists(&'a RelPath),
    Missing(&'a RelPath),
    NotText(&'a RelPath),
    Gone,
}

impl fmt::Display for ActionFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("it was interrupted while it ran"),
            Self::CreatedTwice(path) => write!(f, "{path} is made twice"),
            Self::Exists(path) => write!(f, "{path} exists already"),
            Self::Missing(path) => write!(f, "{path} does not exist"),
            Self::NotText(path) => write!(f, "{path} is not text in UTF-8"),
            Self::Gone => f.write_str("it is gone"),
        }
    }
}

/// Why an action was not executed. Actions are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    PlanInvalid,
    PlanSkipped,
    UserStopped,
    ActionFailed { number: usize, verb: Verb },
    GroupFailed { number: usize },
    NoSearchProvider,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlanInvalid => f.write_str("the plan is not valid"),
            Self::PlanSkipped => f.write_str("the user skipped the plan"),
            Self::UserStopped => f.write_str("the user stopped the execution"),
            Self::ActionFailed { number, verb } => write!(f, "action {number} ({verb}) failed"),
            Self::GroupFailed { number } => {
                write!(f, "nothing of its group was done, because action {number} failed")
            }
            Self::NoSearchProvider => f.write_str(
                "no search provider is configured: set `command` or `endpoint` under [research] in the user's config.toml",
            ),
        }
    }
}

/// What is worth knowing about an action besides its result.
#[derive(Clone, Copy)]
pub enum ActionNote<'a> {
    LineFailed {
        line: u32,
        command: &'a str,
    },
    FailureAllowed,
    ProcessesEnded(u32),
    OwnFoldersCreated(&'a [String]),
    /// Files whose names a plan cannot use.
    UnnamedFiles(&'a [String]),
    TooManyFiles,
    TimeoutShortened {
        seconds: u64,
    },
    GitReadOnly,
    GitPartlyReadOnly,
    HardLink(&'a RelPath),
    ResolvedByUser,
}

impl fmt::Display for ActionNote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 5;
        match self {
            Self::LineFailed { line, command } => write!(f, "line {line} failed: {command}"),
            Self::FailureAllowed => f.write_str("the plan allows it to fail"),
            Self::ProcessesEnded(1) => f.write_str("1 process that it left running was ended"),
            Self::ProcessesEnded(count) => write!(f, "{count} processes that it left running were ended"),
            Self::OwnFoldersCreated(folders) => {
                write!(f, "it made folders of planwright's own: {}", folders.join(", "))
            }
            Self::UnnamedFiles(names) => {
                let names = listed(names, NAMED);
                write!(f, "the command changed files with names that a plan cannot use: {names}")
            }
            Self::TooManyFiles => f.write_str("the project has too many files to list what the command changed"),
            Self::TimeoutShortened { seconds } => write!(
                f,
                "without confirmation, `[execute] timeout_s` of your configuration ({seconds}) is the maximum"
            ),
            Self::GitReadOnly => f.write_str(
                "`.git` is read-only in the sandbox; set `[execute] git = \"write\"` in your configuration to let plans \
                 commit",
            ),
            Self::GitPartlyReadOnly => {
                f.write_str("Git's settings, hooks, submodules and worktrees stay read-only in the sandbox.")
            }
            Self::HardLink(path) => {
                write!(f, "`{path}` had another hard link. The other name keeps the old content.")
            }
            Self::ResolvedByUser => {
                f.write_str("It was interrupted while it ran; the user said what became of it.")
            }
        }
    }
}

/// What an audit of the git repository found after a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitFinding {
    Violations(Vec<String>),
    Notice(String),
}

impl GitFinding {
    pub fn all(violations: &[String], notices: &[String]) -> Vec<Self> {
        let violations = (!violations.is_empty()).then(|| Self::Violations(violations.to_vec()));
        let notices = notices.iter().cloned().map(Self::Notice);
        violations.into_iter().chain(notices).collect()
    }
}

impl fmt::Display for GitFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violations(violations) => write!(f, "it changed what git runs or reads: {}", violations.join("; ")),
            Self::Notice(notice) => write!(f, "git: {notice}"),
        }
    }
}

/// A file of planwright that a command could remove for good, because there is no copy of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnFilesGap {
    TooLarge {
        folder: &'static str,
        path: String,
    },
    Unreadable {
        folder: &'static str,
        error: String,
    },
    StoreNotBackedUp {
        error: String,
    },
    NoBackup,
    BackupBehind {
        session: SessionId,
        missing: usize,
        file: String,
    },
    BackupDiffers {
        session: SessionId,
        from: u64,
        file: String,
    },
}

impl fmt::Display for OwnFilesGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { folder, path } => write!(f, "{folder}/{path} is too large to be kept in memory."),
            Self::Unreadable { folder, error } => write!(f, "{folder} could not be read: {error}."),
            Self::StoreNotBackedUp { error } => write!(f, "The plan's store could not be backed up: {error}."),
            Self::NoBackup => f.write_str("The plan has no backup, because neither HOME nor XDG_STATE_HOME is set."),
            Self::BackupBehind { session, missing, file } => {
                write!(f, "The backup of session {session} lacks {missing} operations: {file}.")
            }
            Self::BackupDiffers { session, from, file } => write!(
                f,
                "The backup of session {session} differs from the store from operation {from} on: {file}."
            ),
        }
    }
}

/// The damage that a command did to planwright's own files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnFilesDamage {
    /// On one line.
    pub command: String,
    /// Removed or damaged files that are restored.
    pub restored: Vec<String>,
    pub lost: Vec<LostFile>,
}

/// A removed or damaged file that could not be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostFile {
    /// The record of the execution itself.
    Record {
        error: String,
    },
    Other {
        name: String,
        error: String,
    },
}

impl fmt::Display for LostFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { error } => write!(f, "the record of this execution ({error})"),
            Self::Other { name, error } => write!(f, "{name} ({error})"),
        }
    }
}

impl fmt::Display for OwnFilesDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost: Vec<String> = self.lost.iter().map(LostFile::to_string).collect();
        let all: Vec<&str> = self.restored.iter().chain(&lost).map(String::as_str).collect();
        let (command, all) = (&self.command, all.join(", "));
        write!(f, "`{command}` removed or damaged files of planwright: {all}; ")?;
        match lost.is_empty() {
            true => f.write_str("they are restored"),
            false => write!(f, "not restored: {}", lost.join(", ")),
        }
    }
}
