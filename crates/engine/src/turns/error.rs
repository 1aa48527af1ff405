//! Why a turn could not go on.

use std::path::PathBuf;

use model::RelPath;
use workspace::run::RunError;
use workspace::{ApplyError, FileError, HoldError, NotText};

use crate::error::EngineError;
use crate::planner::PlannerError;

#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    #[error("there is no session in this project yet")]
    NoSession,
    #[error("the session {0} has no turn")]
    EmptySession(String),
    #[error("there is no session `{wanted}`")]
    UnknownSession { wanted: String, known: Vec<String> },
    #[error("`{given}` cannot name a session: {why}")]
    InvalidName { given: String, why: &'static str },
    #[error("there is a folder .teddy/{0} already")]
    SessionExists(String),
    #[error("there is no agent `{wanted}`")]
    UnknownAgent { wanted: String, known: Vec<String> },
    /// There is nothing to execute.
    #[error("{0} does not exist")]
    NoPlan(RelPath),
    #[error("turn {turn} of {session} has its report already, and is not executed again")]
    Executed { session: String, turn: String },
    #[error(transparent)]
    Held(#[from] HoldError),
    /// What was approved is not what is there now.
    #[error("{what}")]
    Stale { what: String },
    #[error(
        "a command of this turn was running when it was interrupted: {}",
        first_line(command)
    )]
    Unresolved { command: String },
    #[error("nothing of this turn was interrupted while a command ran")]
    NothingToResolve,
    #[error("the commands must run sandboxed, and there is no sufficient sandbox here: {why}")]
    NoSandbox { why: String },
    /// What lies in the workspace decides nothing about how well commands are locked in.
    #[error("commands that nobody approved on screen cannot be locked in as well as this machine could: {why}")]
    SandboxPrevented { why: String },
    /// What was there before them is not known.
    #[error("{}", changed(files, *is_unknown))]
    CommandsChanged { files: Vec<RelPath>, is_unknown: bool },
    /// An action without an outcome.
    #[error("an action was lost on the way")]
    Lost,
    #[error("no turn was executed here that could be taken back")]
    NothingToUndo,
    /// The task that the turn has finished could not be asked for.
    #[error("the files of the turn are back, but its task could not be reopened: {0}")]
    NotReopened(EngineError),
    #[error("the store {} is in the project, where sandboxed commands could change it", .0.display())]
    StoreInProject(PathBuf),
    #[error("the record {} of an execution is damaged: {why}", path.display())]
    DamagedRecord { path: PathBuf, why: String },
    #[error("turn {turn} of session {session} is a copy of turn {of}, and the report in it tells of that one")]
    Copied { session: String, turn: String, of: String },
    #[error("{0} waits to be executed")]
    Planned(RelPath),
    #[error("there is no plan in the answer: {why}")]
    NoPlanInAnswer { raw: RelPath, why: String },
    #[error(transparent)]
    Planner(#[from] PlannerError),
    #[error("{path}: {why}")]
    Unreadable { path: RelPath, why: String },
    #[error("{path}: {place}")]
    NotText { path: RelPath, place: NotText },
    /// Everything was carried out, but it could not be told.
    #[error("the plan was carried out, but its report and the next turn could not be written: {0}")]
    NotClosed(ApplyError),
    #[error("{plan} is a turn of another project: {}", root.display())]
    ElsewhereTurn { plan: String, root: PathBuf },
    #[error(transparent)]
    Apply(#[from] ApplyError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// With a sign that there is more.
pub(super) fn first_line(command: &str) -> String {
    let mut lines = command.trim().lines();
    let first = lines.next().unwrap_or_default().to_owned();
    match lines.next() {
        Some(_) => first + " …",
        None => first,
    }
}

fn changed(files: &[RelPath], is_unknown: bool) -> String {
    match (files.is_empty(), is_unknown) {
        (true, _) => "nobody knows what a command of this turn changed".to_owned(),
        (false, true) => format!(
            "commands of this turn changed files, and nobody knows how many: {} and others",
            list(files)
        ),
        (false, false) => format!("commands of this turn changed files: {}", list(files)),
    }
}

fn list(files: &[RelPath]) -> String {
    const SHOWN: usize = 10;
    let names: Vec<&str> = files.iter().take(SHOWN).map(RelPath::as_str).collect();
    match files.len() > SHOWN {
        true => format!("{} and {} more", names.join(", "), files.len() - SHOWN),
        false => names.join(", "),
    }
}
