//! Why a turn could not go on.

use std::path::PathBuf;

use dialect::text::{first_line, listed};
use model::RelPath;
use workspace::{ApplyError, NotText};

use crate::error::EngineError;

#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    #[error("there is no session in this project yet")]
    NoSession,
    #[error("the session {0} has no turn")]
    EmptySession(String),
    #[error("there is no session `{wanted}`")]
    UnknownSession { wanted: String, known: Vec<String> },
    #[error("`{given}` cannot name a session: {why}")]
    InvalidName { given: String, why: NameProblem },
    #[error("there is a folder .teddy/{0} already")]
    SessionExists(String),
    #[error("there is no agent `{wanted}`")]
    UnknownAgent { wanted: String, known: Vec<String> },
    /// There is nothing to execute.
    #[error("{0} does not exist")]
    NoPlan(RelPath),
    #[error("turn {turn} of {session} has its report already, and is not executed again")]
    Executed { session: String, turn: String },
    /// What was approved is not what is there now.
    #[error("{what}")]
    Stale { what: StaleReason },
    #[error(
        "a command of this turn was running when it was interrupted: {}",
        first_line(command).unwrap_or_default()
    )]
    Unresolved { command: String },
    #[error("nothing of this turn was interrupted while a command ran")]
    NothingToResolve,
    #[error("the commands must run sandboxed, and there is no sufficient sandbox here: {why}")]
    NoSandbox { why: InsufficientSandbox },
    /// What lies in the workspace decides nothing about how well commands are locked in.
    #[error("commands that nobody approved on screen cannot be locked in as well as this machine could: {why}")]
    SandboxPrevented { why: String },
    /// The reason may pass, and another program can cause it.
    #[error("the sandbox for the commands could not be set up: {why}")]
    SandboxFailed { why: String },
    /// What was there before them is not known.
    #[error(transparent)]
    CommandsChanged(CommandChanges),
    #[error("no turn was executed here that could be taken back")]
    NothingToUndo,
    /// Nothing was undone.
    #[error("undo cannot restore the files of the turn: {why}")]
    NotRestored { why: String },
    /// The task that the turn has finished could not be asked for.
    #[error("the files of the turn are back, but its task could not be reopened: {0}")]
    NotReopened(Box<EngineError>),
    #[error("the store {} is in the project, where sandboxed commands could change it", .0.display())]
    StoreInProject(PathBuf),
    #[error("the record {} of an execution is damaged: {why}", path.display())]
    DamagedRecord { path: PathBuf, why: RecordDamage },
    #[error("turn {turn} of session {session} is a copy of turn {of}, and the report in it tells of that one")]
    Copied { session: String, turn: String, of: String },
    #[error("{0} waits to be executed")]
    Planned(RelPath),
    #[error("there is no plan in the answer: {why}")]
    NoPlanInAnswer { raw: RelPath, why: String },
    #[error("{path}: {why}")]
    Unreadable { path: RelPath, why: UnreadableReason },
    #[error("{path}: {place}")]
    NotText { path: RelPath, place: NotText },
    /// Everything was carried out, but it could not be told.
    #[error("the plan was carried out, but its report and the next turn could not be written: {0}")]
    NotClosed(ApplyError),
    #[error("{plan} is a turn of another project: {}", root.display())]
    ElsewhereTurn { plan: String, root: PathBuf },
}

/// Why a name cannot name a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    #[error("it is empty")]
    Empty,
    #[error("only letters, digits, `-`, `_` and `.` can be part of it")]
    Characters,
    #[error("it begins with a sign")]
    Start,
    #[error("it is longer than 64 characters")]
    TooLong,
}

/// What changed after the approval.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StaleReason {
    #[error("the choice was made for another plan")]
    OtherPlan,
    #[error("{plan} has other content now")]
    Content { plan: String },
    #[error(
        "{plan} was changed after its execution had begun; put it back as it was to go on, or take back what was done: \
         planwright undo --turn"
    )]
    ChangedAfterStart { plan: String },
}

/// Why the sandbox of this machine does not suffice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InsufficientSandbox {
    #[error("sandbox: too weak ({0})")]
    TooWeak(String),
    /// In the words of the kernel's check.
    #[error("{0}")]
    Lacking(String),
}

/// Files that the commands of a turn changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandChanges {
    #[error("nobody knows what a command of this turn changed")]
    Unknown,
    #[error("commands of this turn changed files, and nobody knows how many: {} and others", list(.0))]
    Partial(Vec<RelPath>),
    #[error("commands of this turn changed files: {}", list(.0))]
    Complete(Vec<RelPath>),
}

/// Why the record of an execution cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordDamage {
    #[error("it is gone")]
    Gone,
    #[error("it does not say what it is about")]
    NoHead,
    #[error("what it says of the user's choice is not what was approved")]
    OtherChoice,
    #[error("{0}")]
    Unreadable(String),
}

/// Why a file of a session cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableReason {
    #[error("line {line}: {problem}")]
    Line { line: usize, problem: String },
    #[error("{0}")]
    Other(String),
}

fn list(files: &[RelPath]) -> String {
    const SHOWN: usize = 10;
    let names: Vec<String> = files.iter().map(RelPath::to_string).collect();
    listed(&names, SHOWN)
}
