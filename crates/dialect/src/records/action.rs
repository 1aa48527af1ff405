//! What the record of an execution and its report store about an action.

use model::{RelPath, SessionId, Verb};
use thiserror::Error;

use crate::text::listed;

/// How many files a note names.
const NAMED: usize = 5;

/// Why an action failed.
#[derive(Debug, Error)]
pub enum ActionFailure<'a> {
    /// The user says that a command failed before an interruption.
    #[error("it was interrupted while it ran")]
    Interrupted,
    #[error("{0} is made twice")]
    CreatedTwice(&'a RelPath),
    #[error("{0} exists already")]
    Exists(&'a RelPath),
    #[error("{0} does not exist")]
    Missing(&'a RelPath),
    #[error("{0} is not text in UTF-8")]
    NotText(&'a RelPath),
    #[error("it is gone")]
    Gone,
    #[error("`{0}` is planwright's configuration; only a person can approve this change on a screen")]
    OwnConfiguration(&'a RelPath),
    #[error("{0} makes git run programs or read settings, which needs approval by a person")]
    GitFile(&'a RelPath),
    #[error("cannot check whether git runs or reads this file: {0}")]
    GitUnguarded(String),
}

/// Why an action was not executed. Actions are counted from 1.
#[derive(Debug, Clone, Copy, Error)]
pub enum SkipReason {
    #[error("the plan is not valid")]
    PlanInvalid,
    #[error("the user skipped the plan")]
    PlanSkipped,
    #[error("the user stopped the execution")]
    UserStopped,
    #[error("action {0} ({1}) failed")]
    ActionFailed(usize, Verb),
    #[error("nothing of its group was done, because action {0} failed")]
    GroupFailed(usize),
    #[error("no search provider is configured: set `command` or `endpoint` under [research] in the user's config.toml")]
    NoSearchProvider,
}

/// What is worth knowing about an action besides its result.
#[derive(Debug, Error)]
pub enum ActionNote<'a> {
    #[error("line {0} failed: {1}")]
    LineFailed(u32, &'a str),
    #[error("the plan allows it to fail")]
    FailureAllowed,
    #[error("{}", processes_ended(*.0))]
    ProcessesEnded(u32),
    #[error("it made folders of planwright's own: {}", .0.join(", "))]
    OwnFoldersCreated(&'a [String]),
    #[error("the command changed files with names that a plan cannot use: {}", listed(.0, NAMED))]
    UnnamedFiles(&'a [String]),
    #[error(
        "the command changed files that have hard links outside of the project, which changed with them: {}",
        listed(.0, NAMED)
    )]
    LinkedFiles(&'a [String]),
    #[error("the project has too many files to list what the command changed")]
    TooManyFiles,
    #[error("without confirmation, `[execute] timeout_s` of your configuration ({0}) is the maximum")]
    TimeoutShortened(u64),
    #[error(
        "`.git` is read-only in the sandbox; set `[execute] git = \"write\"` in your configuration to let plans commit"
    )]
    GitReadOnly,
    #[error("Git's settings, hooks, submodules and worktrees stay read-only in the sandbox.")]
    GitPartlyReadOnly,
    #[error("`{0}` had another hard link. The other name keeps the old content.")]
    HardLink(&'a RelPath),
    #[error("It was interrupted while it ran; the user said what became of it.")]
    ResolvedByUser,
}

fn processes_ended(count: u32) -> String {
    match count {
        1 => "1 process that it left running was ended".to_owned(),
        count => format!("{count} processes that it left running were ended"),
    }
}

/// What an audit of the git repository found after a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GitFinding {
    #[error("it changed what git runs or reads, or planwright's configuration: {}", .0.join("; "))]
    Violations(Vec<String>),
    #[error("git: {0}")]
    Notice(String),
}

/// A file of planwright that a command could remove for good, because there is no copy of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OwnFilesGap {
    #[error("{0}/{1} is too large to be kept in memory.")]
    TooLarge(&'static str, String),
    #[error("{0} could not be read: {1}.")]
    Unreadable(&'static str, String),
    #[error("The plan's store could not be backed up: {0}.")]
    StoreNotBackedUp(String),
    #[error("The plan has no backup, because neither HOME nor XDG_STATE_HOME is set.")]
    NoBackup,
    #[error("The backup of session {0} lacks {1} operations: {2}.")]
    BackupBehind(SessionId, usize, String),
    #[error("The backup of session {0} differs from the store from operation {1} on: {2}.")]
    BackupDiffers(SessionId, u64, String),
}

/// The damage that a command did to planwright's own files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Error)]
#[error("`{command}` removed or damaged files of planwright: {}; {}", self.all(), self.result())]
pub struct OwnFilesDamage {
    /// On one line.
    pub command: String,
    /// Removed or damaged files that are restored.
    pub restored: Vec<String>,
    /// Removed or damaged files that could not be restored, with the error.
    pub lost: Vec<(LostFile, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LostFile {
    #[error("the record of this execution")]
    Record,
    #[error("{0}")]
    Other(String),
}

impl OwnFilesDamage {
    fn lost(&self) -> Vec<String> {
        self.lost
            .iter()
            .map(|(file, error)| format!("{file} ({error})"))
            .collect()
    }

    fn all(&self) -> String {
        [self.restored.clone(), self.lost()].concat().join(", ")
    }

    fn result(&self) -> String {
        match self.lost.is_empty() {
            true => "they are restored".to_owned(),
            false => format!("not restored: {}", self.lost().join(", ")),
        }
    }
}
