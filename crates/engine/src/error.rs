//! Why a command could not be carried out.
//!
//! Every verb returns an [`EngineError`]. Each family of commands has an enum of its own, and no family holds another.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use dialect::agentctl::WriteFault;
use dialect::prompts::PromptName;
use dialect::text::messages;
use model::{Diagnostic, InvalidId, OpVersion, Phase, PlanId, Refusals, SessionId, TaskNumber, ThreadId};
use planner::PlannerError;
use store::{SessionLine, StoreError};
use workspace::run::RunError;
use workspace::{ApplyError, FileError, HoldError, PathFault};

use crate::folders::Sources;
use crate::run::RunFault;
use crate::turns::TurnError;

#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum EngineError {
    Project(#[from] ProjectError),
    Plan(#[from] PlanError),
    PlanFile(#[from] PlanFileError),
    Ask(#[from] AskError),
    Turn(#[from] TurnError),
    Run(#[from] RunFault),
    /// There is no answer from a language model.
    Planner(#[from] PlannerError),
    Store(#[from] StoreError),
    /// Another process works on the turn, or the lock cannot be used.
    Held(#[from] HoldError),
    Apply(#[from] ApplyError),
    File(#[from] FileError),
    /// A command could not be run.
    Command(#[from] RunError),
}

impl EngineError {
    /// For `map_err`: names the file or folder that could not be used.
    pub fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| ProjectError::File { path, source }.into()
    }

    /// The file that was open is not the store any more. Opening it anew may help; trying again does not.
    pub fn is_store_replaced(&self) -> bool {
        matches!(self, Self::Store(StoreError::Replaced(_)))
    }

    /// The files of turns are the cause, not the plan or the configuration.
    pub(crate) fn is_about_turns(&self) -> bool {
        use EngineError::{Apply, Command, File, Held, Turn};
        matches!(self, Turn(_) | Held(_) | Apply(_) | File(_) | Command(_))
    }

    /// The project has no store yet.
    pub fn is_no_session(&self) -> bool {
        matches!(self, Self::Project(ProjectError::NoSession))
    }
}

impl From<InvalidId> for EngineError {
    fn from(error: InvalidId) -> Self {
        PlanError::InvalidName(error).into()
    }
}

/// Opening a project, and reading its configuration and the files that a command names.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error("there is no session in this project yet")]
    NoSession,
    /// The store is gone, but not what was in it.
    #[error("there is no session in this project any more, but there is a backup")]
    OnlyBackup,
    #[error("there is no backup to restore from")]
    NoBackup,
    #[error("the home folder itself is not a project")]
    HomeFolder,
    #[error("the top folder is not a project")]
    TopFolder,
    #[error("this is a plan folder, not the project that it belongs to")]
    PlanFolder,
    /// The user's configuration says something that cannot be meant. Guessing at policy is no way out.
    #[error("the configuration {} is not valid", path.display())]
    Config {
        path: PathBuf,
        /// What the file says.
        text: String,
        diagnostics: Vec<Diagnostic>,
    },
    /// A prompt of the user's own does not hold what it must.
    #[error("the prompt {} cannot be used", path.display())]
    Prompt {
        name: PromptName,
        path: PathBuf,
        diagnostics: Vec<Diagnostic>,
    },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}

/// Reading and changing plans, their tasks and their steps.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text that came in is not what it should be.
    #[error("the input is not valid")]
    Invalid {
        diagnostics: Vec<Diagnostic>,
        version: OpVersion,
    },
    /// The quality gates turned the tasks down.
    #[error("the plan is not good enough")]
    Rejected {
        diagnostics: Vec<Diagnostic>,
        version: OpVersion,
    },
    /// The laws of plans, or another agent, stand in the way.
    #[error("{refusals}")]
    Refused { refusals: Refusals, version: OpVersion },
    /// The same, of a plan whose steps go by their index.
    #[error("{refusals}")]
    StepRefused {
        refusals: Refusals,
        indexes: BTreeMap<TaskNumber, u32>,
    },
    #[error("there is no session `{wanted}`")]
    UnknownSession { wanted: String, known: Vec<SessionLine> },
    #[error("session {session} has no {thread}")]
    UnknownThread { session: SessionId, thread: ThreadId },
    #[error(transparent)]
    InvalidName(InvalidId),
    /// With the secret taken out.
    #[error("the name `{0}` holds a secret")]
    SecretName(String),
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is no operation {0}")]
    UnknownOperation(OpVersion),
    #[error("session {0} has no plan")]
    NoPlan(SessionId),
    #[error("there is no plan `{0}`")]
    UnknownPlan(String),
    #[error("plan {plan} was superseded by {by}")]
    Superseded { plan: PlanId, by: PlanId },
    #[error("the task is empty")]
    NoTask,
    #[error("there is no step {index}; the plan has {count}")]
    UnknownStep { index: u32, count: usize },
    #[error("plan {plan} is {phase}, and only finished plans are archived")]
    Unfinished { plan: PlanId, phase: Phase },
}

impl PlanError {
    pub(crate) fn unknown_thread(session: &SessionId, thread: ThreadId) -> Self {
        let session = session.clone();
        Self::UnknownThread { session, thread }
    }
}

/// Plans as files: plan folders, files below `.rawko`, and steps that a command hands in.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileError {
    /// What stands in the files is not valid.
    #[error("the plan folders are not valid")]
    Unfit {
        diagnostics: Vec<Diagnostic>,
        sources: Sources,
    },
    #[error("the plan cannot be written as a folder: {0}")]
    Unwritable(WriteFault),
    #[error("there is no home folder to keep plan folders in")]
    NoHome,
    #[error("plan folders cannot be kept in {}: {source}", path.display())]
    PlansFolder { path: PathBuf, source: io::Error },
    /// The store may have come with the project, or from another home folder.
    #[error("the store names {} as a plan folder, which does not lie directly below {}", .folder.display(), .plans.display())]
    ForeignFolder { folder: PathBuf, plans: PathBuf },
    /// Undoing would take back a folder that somebody has written to.
    #[error("the folder {} holds files, and would be taken back", .0.display())]
    FolderInUse(PathBuf),
    /// A plan file or `current-task.yaml` holds a text that planwright did not write.
    #[error("{path} was edited; nothing was changed")]
    PlanFileEdited { path: String },
    #[error("plan {id} is only in {path} and is not imported")]
    PlanNotImported { path: String, id: PlanId },
    #[error("{} is not a plan file of this project", .0.display())]
    NotAPlanFile(PathBuf),
    /// The files of rawko could not be read or written. The store has what they should say.
    #[error("{}: {cause}", path.display())]
    Mirror { path: PathBuf, cause: FileCause },
}

impl PlanFileError {
    /// For `map_err`.
    pub(crate) fn mirror<E: Into<FileCause>>(path: impl Into<PathBuf>) -> impl FnOnce(E) -> Self {
        let path = path.into();
        move |cause| Self::Mirror {
            path,
            cause: cause.into(),
        }
    }
}

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum FileCause {
    Path(#[from] PathFault),
    File(#[from] FileError),
    Lock(#[from] HoldError),
    Io(#[from] io::Error),
}

/// Asking a language model.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A prompt could not be filled in.
    #[error("the prompt cannot be filled in: {}", messages(.0))]
    Unprompted(Vec<Diagnostic>),
    /// A language model could not be brought to answer with a plan.
    #[error("the planner's answer is no plan: {}", messages(.0))]
    Undrafted(Vec<Diagnostic>),
    /// A language model could not be brought to choose an agent.
    #[error("the arbiter's answer is no choice: {}", messages(.0))]
    Undecided(Vec<Diagnostic>),
    #[error("nobody can be chosen: the step suggests no agent that is configured, and there is no planner to ask")]
    NoAgent,
    /// A language model could not be brought to suggest tasks that are good enough.
    #[error("no suggestion is good enough: {why}")]
    Unsuggested {
        why: String,
        /// Where the last answer lies.
        answer: String,
    },
}

/// Why a file cannot be what the user named it for. It is the source of a [`ProjectError::File`].
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileProblem {
    #[error("there is no such file")]
    Missing,
    #[error("there is no such file in the project")]
    NotInProject,
    #[error("it is a folder")]
    Folder,
    #[error("it is no regular file")]
    Irregular,
    #[error("it is the plan itself")]
    ThePlan,
    #[error("{0}; put a file of the project in its place")]
    Replaceable(FileError),
}
