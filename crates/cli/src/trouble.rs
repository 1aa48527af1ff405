//! From what went wrong to an exit code and to the words of the native door.

use std::ffi::OsString;
use std::io::ErrorKind;

use dialect::Address;
use dialect::native::{self, Trouble, error_json, error_text, verbs};
use dialect::rawko;
use engine::planner::PlannerError;
use engine::{EngineError, StoreError};
use model::{Diagnostic, Refusal};

use crate::answer::{Answer, exit};

pub fn code(error: &EngineError) -> u8 {
    match error {
        EngineError::Invalid { .. }
        | EngineError::Rejected { .. }
        | EngineError::UnknownSession { .. }
        | EngineError::UnknownThread { .. }
        | EngineError::NothingToUndo
        | EngineError::FolderInUse(_)
        | EngineError::Unfit { .. }
        | EngineError::Config { .. }
        | EngineError::Prompt { .. }
        | EngineError::Unwritable(_)
        | EngineError::Unsuggested { .. }
        | EngineError::InvalidName(_)
        | EngineError::SecretName(_)
        | EngineError::UnknownOperation(_)
        | EngineError::NoPlan(_)
        | EngineError::UnknownPlan(_)
        | EngineError::NoTask
        | EngineError::UnknownStep { .. }
        | EngineError::Unfinished { .. }
        | EngineError::Undrafted(_)
        | EngineError::Undecided(_)
        | EngineError::NoBackup => exit::INVALID,
        EngineError::Superseded { .. } => exit::CONFLICT,
        EngineError::ForeignFolder { .. } => exit::REFUSED,
        EngineError::Refused { refusals, .. } | EngineError::StepRefused { refusals, .. } => match refusals.first() {
            Refusal::Taken { .. }
            | Refusal::StaleFence { .. }
            | Refusal::VersionConflict { .. }
            | Refusal::PlanReplaced { .. }
            | Refusal::ReplacedOtherwise(_)
            | Refusal::ChangedSince { .. } => exit::CONFLICT,
            _ => exit::INVALID,
        },
        EngineError::NoSession
        | EngineError::OnlyBackup
        | EngineError::HomeFolder
        | EngineError::TopFolder
        | EngineError::PlanFolder
        | EngineError::NoAgent
        | EngineError::NoHome => exit::USAGE,
        EngineError::Store(StoreError::Locked { .. } | StoreError::Replaced(_)) => exit::CONFLICT,
        EngineError::Planner(error) => planner_code(error),
        EngineError::File { .. }
        | EngineError::PlansFolder { .. }
        | EngineError::Mirror { .. }
        | EngineError::Store(_) => exit::IO,
    }
}

/// In the language that was asked for.
pub fn answer(trouble: &Trouble, code: u8, wants_json: bool) -> Answer {
    if wants_json {
        Answer::machine_error(error_json(trouble), code)
    } else {
        Answer::error(error_text(trouble), code)
    }
}

/// The same for what is wrong before the line is understood.
pub fn told(wants_json: impl Fn(&[OsString]) -> bool) -> impl FnOnce(&[OsString], &Trouble, u8) -> Answer {
    move |line, trouble, code| answer(trouble, code, wants_json(line))
}

/// The same for every dialect that has no words of its own for it.
pub fn trouble(error: &EngineError, address: &Address<'_>) -> Trouble {
    let message = error.to_string();
    match error {
        EngineError::Refused { refusals, .. } => native::refusal(refusals, address),
        EngineError::StepRefused { refusals, indexes } => rawko::answer::refusal(refusals, indexes),
        EngineError::Invalid { diagnostics, .. } => {
            Trouble::new("invalid", message).with_details(messages(diagnostics))
        }
        EngineError::Rejected { diagnostics, .. } => {
            Trouble::new("plan_validation_failed", message).with_details(messages(diagnostics))
        }
        EngineError::NoSession => Trouble::new("no_session", "there is no session in this project yet")
            .with_hint("start one: planwright init --goal \"WHAT YOU WANT\", or planloop start --goal \"…\""),
        EngineError::OnlyBackup => Trouble::new("no_session", message)
            .with_hint("bring it back: planwright restore; or begin anew: planwright init --goal \"WHAT YOU WANT\""),
        EngineError::UnknownSession { known, .. } => Trouble::new("unknown_session", message)
            .with_details(known.iter().map(|line| line.session.id.to_string()))
            .with_hint("list them: planloop sessions"),
        EngineError::UnknownThread { .. } => Trouble::new("unknown_thread", message),
        EngineError::Unfit { diagnostics, .. } => {
            Trouble::new("plan_validation_failed", message).with_details(messages(diagnostics))
        }
        EngineError::Unwritable(_) => Trouble::new("not_writable_as_folder", message),
        EngineError::InvalidName(_) => Trouble::new("invalid_session", message)
            .with_hint("a session is named by letters, digits, `.`, `_` and `-`, at most 64 of them"),
        EngineError::SecretName(_) => Trouble::new("secret_in_name", message)
            .with_hint("choose another name: names are stored and shown as they are"),
        EngineError::NothingToUndo => Trouble::new("nothing_to_undo", message).with_hint(format!(
            "name an operation of somebody else's: {} (see {})",
            address.on(format!("{} OP", verbs::undo())),
            address.on(verbs::log())
        )),
        EngineError::UnknownOperation(_) => Trouble::new("unknown_operation", message)
            .with_hint(format!("see the numbers: {}", address.on(verbs::log()))),
        EngineError::NoBackup => Trouble::new("no_backup", message)
            .with_hint("backups are kept below $XDG_STATE_HOME/planwright, by the path of the project"),
        EngineError::Config { diagnostics, .. } => Trouble::new("invalid_config", message)
            .with_details(diagnostics.iter().map(with_place))
            .with_hint("correct the file; nothing was done"),
        EngineError::Prompt { name, diagnostics, .. } => Trouble::new("invalid_prompt", message)
            .with_details(diagnostics.iter().map(with_place))
            .with_hint(format!(
                "correct the file; `planwright prompt {} --built-in` prints ours",
                name.word()
            )),
        EngineError::Planner(error) => planner_trouble(error),
        EngineError::Unsuggested { answer, .. } => Trouble::new("no_suggestion", message).with_hint(format!(
            "the last answer is in {answer}; try again, or ask nobody: {}",
            address.on("planloop suggest --offline")
        )),
        EngineError::File { source, .. } if source.kind() == ErrorKind::InvalidData => {
            Trouble::new("not_text", message).with_hint("save the file in UTF-8, and repeat the command")
        }
        EngineError::File { .. } => Trouble::new("io", message),
        EngineError::Store(error) => store_trouble(error),
        other => place_trouble(other, message),
    }
}

/// What goes wrong with where one stands, and where things are kept.
fn place_trouble(error: &EngineError, message: String) -> Trouble {
    match error {
        EngineError::HomeFolder => {
            Trouble::new("home_folder", message).with_hint("change into a project, or name a store with --store")
        }
        EngineError::TopFolder => {
            Trouble::new("top_folder", message).with_hint("change into a project, or name a store with --store")
        }
        EngineError::PlanFolder => Trouble::new("plan_folder", message)
            .with_hint("change back into the project; the files are read from where they are"),
        EngineError::NoHome => Trouble::new("no_home", message).with_hint("set HOME"),
        EngineError::PlansFolder { .. } => Trouble::new("io", message)
            .with_hint("nothing was opened; make it writable, or set HOME to a folder that is"),
        EngineError::ForeignFolder { .. } => Trouble::new("foreign_folder", message).with_hint(
            "nothing was touched; if this store came with the project, move `.planwright` out of it; if your home folder \
             has moved, put a link to it where it was",
        ),
        EngineError::FolderInUse(_) => Trouble::new("folder_in_use", message)
            .with_hint("empty it first: `agentctl plan clear-current`, or `remove-thread` for a further thread"),
        other => plan_trouble(other, message),
    }
}

/// What goes wrong with plans and their steps.
fn plan_trouble(error: &EngineError, message: String) -> Trouble {
    match error {
        EngineError::NoPlan(_) => {
            Trouble::new("no_plan", message).with_hint("make one: rawko plan create --task \"WHAT YOU WANT\"")
        }
        EngineError::NoTask => Trouble::new("no_task", message).with_hint("say what the plan is for"),
        EngineError::UnknownPlan(_) => Trouble::new("unknown_plan", message).with_hint("list them: rawko plan list"),
        EngineError::Superseded { by, .. } => Trouble::new("superseded", message)
            .with_hint(format!("work on the newest version: --plan {by}, or leave --plan out")),
        EngineError::UnknownStep { .. } => {
            Trouble::new("unknown_step", message).with_hint("steps count from 0; `rawko plan show` lists them")
        }
        EngineError::Unfinished { .. } => {
            Trouble::new("unfinished", message).with_hint("complete or skip its steps first")
        }
        EngineError::Mirror { .. } => Trouble::new("files", message).with_hint(
            "the plan itself is safe in the store; put right what is in the way, such as a link that leads elsewhere, \
                 and its files follow at the next call",
        ),
        EngineError::Undrafted(_) => Trouble::new("no_draft", message)
            .with_hint("try again, hand the steps in with --from FILE, or make a plan of one step with --direct"),
        EngineError::Undecided(_) => {
            Trouble::new("undecided", message).with_hint("try again, or name an agent in the step: `suggestedAgent`")
        }
        EngineError::NoAgent => Trouble::new("no_agent", message)
            .with_hint("configure agents in `[agents.NAME]`, or a planner; see `planwright planner`"),
        _ => Trouble::new("refused", message),
    }
}

pub fn planner_code(error: &PlannerError) -> u8 {
    match error {
        PlannerError::NotConfigured { .. } | PlannerError::Setting { .. } | PlannerError::NoKey { .. } => exit::USAGE,
        PlannerError::Budget { .. } | PlannerError::TooMany { .. } | PlannerError::Cancelled => exit::REFUSED,
        PlannerError::TooLarge { .. } | PlannerError::BadAnswer { .. } => exit::INVALID,
        PlannerError::Refused { .. }
        | PlannerError::RateLimited { .. }
        | PlannerError::Unavailable { .. }
        | PlannerError::Unreachable { .. }
        | PlannerError::TimedOut { .. }
        | PlannerError::Cut { .. }
        | PlannerError::NotStarted { .. }
        | PlannerError::CommandFailed { .. } => exit::IO,
    }
}

pub fn planner_trouble(error: &PlannerError) -> Trouble {
    Trouble::new(error.word(), error.to_string()).with_hint(error.hint())
}

fn store_trouble(error: &StoreError) -> Trouble {
    let trouble = Trouble::new(store_kind(error), error.to_string());
    match error {
        StoreError::Locked { .. } => trouble.with_hint("another process is writing; try again in a moment"),
        StoreError::ReadOnly(_) => {
            trouble.with_hint("reading still works; make the folder writable to change the plan")
        }
        StoreError::Newer { .. } => trouble.with_hint("a newer planwright wrote it: use that one"),
        StoreError::Corrupt { .. } => {
            trouble.with_hint("move it, its -wal and its -shm away, then `planwright restore` brings back the backup")
        }
        StoreError::Replaced(_) => {
            trouble.with_hint("nothing was written; start again, and if plans are missing, `planwright restore`")
        }
        StoreError::Remains(_) => trouble.with_hint("move it and its -shm away, too, and try again"),
        StoreError::Foreign(_) => {
            trouble.with_hint("--store must name a planwright store or a file that does not exist yet")
        }
        StoreError::Missing(_)
        | StoreError::Irregular { .. }
        | StoreError::HardLink(_)
        | StoreError::Io { .. }
        | StoreError::Sqlite { .. } => trouble,
    }
}

pub fn store_kind(error: &StoreError) -> &'static str {
    match error {
        StoreError::Locked { .. } => "locked",
        StoreError::ReadOnly(_) => "read_only",
        StoreError::Replaced(_) => "store_replaced",
        StoreError::Newer { .. } => "newer_store",
        StoreError::Corrupt { .. } | StoreError::Remains(_) => "damaged_store",
        StoreError::Foreign(_) | StoreError::Irregular { .. } | StoreError::HardLink(_) => "not_a_store",
        StoreError::Missing(_) | StoreError::Io { .. } | StoreError::Sqlite { .. } => "io",
    }
}

/// For a file that the answer does not show.
fn with_place(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.line_column;
    let place = place
        .map(|(line, column)| format!("{line}:{column}: "))
        .unwrap_or_default();
    let hint = diagnostic.hint.as_deref().unwrap_or_default();
    format!("{place}{} {hint}", diagnostic.message)
}

fn messages(diagnostics: &[Diagnostic]) -> impl Iterator<Item = String> + '_ {
    diagnostics.iter().map(|diagnostic| diagnostic.message.clone())
}
