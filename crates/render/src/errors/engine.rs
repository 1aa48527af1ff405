//! The errors of the engine, its store and its planner: kind, exit code, details and hint of each.

use std::io::ErrorKind;

use engine::planner::PlannerError;
use engine::{EngineError, StoreError};
use model::Diagnostic;

use super::refusal::{refusal, refused_exit};
use super::{Trouble, exit};
use crate::address::Address;
use crate::diagnostics::PLAN_VALIDATION_FAILED;
use crate::planwright::verbs;
use crate::rawko;

/// `address` repeats what the caller named, in commands that a hint suggests.
pub fn engine_error(error: &EngineError, address: &Address<'_>) -> Trouble {
    match error {
        EngineError::Refused { refusals, .. } => refusal(refusals, address),
        EngineError::StepRefused { refusals, indexes } => rawko::refusal(refusals, indexes),
        EngineError::Planner(error) => planner_error(error),
        EngineError::Store(error) => store_error(error),
        other => {
            let (kind, exit) = kind_and_exit(other);
            Trouble {
                details: details(other),
                hint: hint(other, address),
                ..Trouble::new(kind, other.to_string()).with_exit(exit)
            }
        }
    }
}

fn kind_and_exit(error: &EngineError) -> (&'static str, u8) {
    match error {
        EngineError::Invalid { .. } => ("invalid", exit::INVALID),
        EngineError::Rejected { .. } | EngineError::Unfit { .. } => (PLAN_VALIDATION_FAILED, exit::INVALID),
        EngineError::NoSession | EngineError::OnlyBackup => ("no_session", exit::USAGE),
        EngineError::UnknownSession { .. } => ("unknown_session", exit::INVALID),
        EngineError::UnknownThread { .. } => ("unknown_thread", exit::INVALID),
        EngineError::Unwritable(_) => ("not_writable_as_folder", exit::INVALID),
        EngineError::Unprompted(_) => ("invalid_prompt", exit::INVALID),
        EngineError::InvalidName(_) => ("invalid_session", exit::INVALID),
        EngineError::SecretName(_) => ("secret_in_name", exit::INVALID),
        EngineError::NothingToUndo => ("nothing_to_undo", exit::INVALID),
        EngineError::UnknownOperation(_) => ("unknown_operation", exit::INVALID),
        EngineError::NoBackup => ("no_backup", exit::INVALID),
        EngineError::Config { .. } => ("invalid_config", exit::INVALID),
        EngineError::Prompt { .. } => ("invalid_prompt", exit::INVALID),
        EngineError::Unsuggested { .. } => ("no_suggestion", exit::INVALID),
        EngineError::File { source, .. } if source.kind() == ErrorKind::InvalidData => ("not_text", exit::IO),
        EngineError::File { .. } | EngineError::PlansFolder { .. } => ("io", exit::IO),
        EngineError::HomeFolder => ("home_folder", exit::USAGE),
        EngineError::TopFolder => ("top_folder", exit::USAGE),
        EngineError::PlanFolder => ("plan_folder", exit::USAGE),
        EngineError::NoHome => ("no_home", exit::USAGE),
        EngineError::ForeignFolder { .. } => ("foreign_folder", exit::REFUSED),
        EngineError::FolderInUse(_) => ("folder_in_use", exit::INVALID),
        EngineError::NoPlan(_) => ("no_plan", exit::INVALID),
        EngineError::PlanFileEdited { .. } => ("plan_file_edited", exit::CONFLICT),
        EngineError::PlanNotImported { .. } => ("plan_not_imported", exit::CONFLICT),
        EngineError::NotAPlanFile(_) => ("not_a_plan_file", exit::USAGE),
        EngineError::NoTask => ("no_task", exit::INVALID),
        EngineError::UnknownPlan(_) => ("unknown_plan", exit::INVALID),
        EngineError::Superseded { .. } => ("superseded", exit::CONFLICT),
        EngineError::UnknownStep { .. } => ("unknown_step", exit::INVALID),
        EngineError::Unfinished { .. } => ("unfinished", exit::INVALID),
        EngineError::Mirror { .. } => ("files", exit::IO),
        EngineError::Undrafted(_) => ("no_draft", exit::INVALID),
        EngineError::Undecided(_) => ("undecided", exit::INVALID),
        EngineError::NoAgent => ("no_agent", exit::USAGE),
        EngineError::Refused { refusals, .. } | EngineError::StepRefused { refusals, .. } => {
            ("refused", refused_exit(refusals))
        }
        EngineError::Planner(error) => (error.word(), planner_exit(error)),
        EngineError::Store(error) => (store_kind(error), store_exit(error)),
    }
}

fn details(error: &EngineError) -> Vec<String> {
    match error {
        EngineError::Invalid { diagnostics, .. }
        | EngineError::Rejected { diagnostics, .. }
        | EngineError::Unfit { diagnostics, .. } => diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect(),
        // The answer does not show these files, so that each problem names its place.
        EngineError::Config { diagnostics, .. } | EngineError::Prompt { diagnostics, .. } => {
            diagnostics.iter().map(with_place).collect()
        }
        EngineError::UnknownSession { known, .. } => known.iter().map(|line| line.session.id.to_string()).collect(),
        _ => Vec::new(),
    }
}

fn with_place(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.line_column;
    let place = place.map(|(line, column)| format!("{line}:{column}: "));
    let hint = diagnostic.hint.as_deref().unwrap_or_default();
    format!("{}{} {hint}", place.unwrap_or_default(), diagnostic.message)
}

fn hint(error: &EngineError, address: &Address<'_>) -> Option<String> {
    Some(match error {
        EngineError::NothingToUndo => format!(
            "name an operation of somebody else's: {} (see {})",
            address.on(format!("{} OP", verbs::undo())),
            address.on(verbs::log())
        ),
        EngineError::UnknownOperation(_) => format!("see the numbers: {}", address.on(verbs::log())),
        EngineError::Prompt { name, .. } => format!(
            "correct the file; `planwright prompt {} --built-in` prints ours",
            name.word()
        ),
        EngineError::Unsuggested { answer, .. } => format!(
            "the last answer is in {answer}; try again, or ask nobody: {}",
            address.on("planloop suggest --offline")
        ),
        EngineError::Superseded { by, .. } => format!("work on the newest version: --plan {by}, or leave --plan out"),
        EngineError::PlanFileEdited { path } => rawko::ways_out(path),
        EngineError::PlanNotImported { path, .. } => format!("import it: rawko plan import {path}"),
        other => return fixed_hint(other).map(str::to_owned),
    })
}

/// Hints that are the same for every caller.
fn fixed_hint(error: &EngineError) -> Option<&'static str> {
    Some(match error {
        EngineError::NoSession => "start one: planwright init --goal \"WHAT YOU WANT\", or planloop start --goal \"…\"",
        EngineError::OnlyBackup => {
            "bring it back: planwright restore; or begin anew: planwright init --goal \"WHAT YOU WANT\""
        }
        EngineError::UnknownSession { .. } => "list them: planloop sessions",
        EngineError::InvalidName(_) => "a session is named by letters, digits, `.`, `_` and `-`, at most 64 of them",
        EngineError::SecretName(_) => "choose another name: names are stored and shown as they are",
        EngineError::NoBackup => "backups are kept below $XDG_STATE_HOME/planwright, by the path of the project",
        EngineError::Config { .. } => "correct the file; nothing was done",
        EngineError::File { source, .. } if source.kind() == ErrorKind::InvalidData => {
            "save the file in UTF-8, and repeat the command"
        }
        EngineError::HomeFolder | EngineError::TopFolder => "change into a project, or name a store with --store",
        EngineError::PlanFolder => "change back into the project; the files are read from where they are",
        EngineError::NoHome => "set HOME",
        EngineError::PlansFolder { .. } => "nothing was opened; make it writable, or set HOME to a folder that is",
        EngineError::ForeignFolder { .. } => {
            "nothing was touched; if this store came with the project, move `.planwright` out of it; if your home folder \
             has moved, put a link to it where it was"
        }
        EngineError::FolderInUse(_) => {
            "empty it first: `agentctl plan clear-current`, or `remove-thread` for a further thread"
        }
        EngineError::NoPlan(_) => "make one: rawko plan create --task \"WHAT YOU WANT\"",
        EngineError::NotAPlanFile(_) => "name a file like .rawko/plans/ID.yaml",
        EngineError::NoTask => "say what the plan is for",
        EngineError::UnknownPlan(_) => "list them: rawko plan list",
        EngineError::UnknownStep { .. } => "steps count from 0; `rawko plan show` lists them",
        EngineError::Unfinished { .. } => "complete or skip its steps first",
        EngineError::Mirror { .. } => {
            "the plan itself is safe in the store; put right what is in the way, such as a link that leads elsewhere, \
             and its files follow at the next call"
        }
        EngineError::Undrafted(_) => {
            "try again, hand the steps in with --from FILE, or make a plan of one step with --direct"
        }
        EngineError::Undecided(_) => "try again, or name an agent in the step: `suggestedAgent`",
        EngineError::NoAgent => "configure agents in `[agents.NAME]`, or a planner; see `planwright planner`",
        EngineError::Invalid { .. }
        | EngineError::Rejected { .. }
        | EngineError::Refused { .. }
        | EngineError::StepRefused { .. }
        | EngineError::UnknownThread { .. }
        | EngineError::Unfit { .. }
        | EngineError::Unwritable(_)
        | EngineError::Unprompted(_)
        | EngineError::NothingToUndo
        | EngineError::UnknownOperation(_)
        | EngineError::Prompt { .. }
        | EngineError::Unsuggested { .. }
        | EngineError::Superseded { .. }
        | EngineError::PlanFileEdited { .. }
        | EngineError::PlanNotImported { .. }
        | EngineError::File { .. }
        | EngineError::Planner(_)
        | EngineError::Store(_) => return None,
    })
}

pub fn planner_error(error: &PlannerError) -> Trouble {
    Trouble::new(error.word(), error.to_string())
        .with_hint(error.hint())
        .with_exit(planner_exit(error))
}

fn planner_exit(error: &PlannerError) -> u8 {
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

fn store_error(error: &StoreError) -> Trouble {
    let hint = match error {
        StoreError::Locked { .. } => Some("another process is writing; try again in a moment"),
        StoreError::ReadOnly(_) => Some("reading still works; make the folder writable to change the plan"),
        StoreError::Newer { .. } => Some("a newer planwright wrote it: use that one"),
        StoreError::Corrupt { .. } => {
            Some("move it, its -wal and its -shm away, then `planwright restore` brings back the backup")
        }
        StoreError::Replaced(_) => {
            Some("nothing was written; start again, and if plans are missing, `planwright restore`")
        }
        StoreError::Remains(_) => Some("move it and its -shm away, too, and try again"),
        StoreError::Foreign(_) => Some("--store must name a planwright store or a file that does not exist yet"),
        StoreError::Missing(_)
        | StoreError::Irregular { .. }
        | StoreError::HardLink(_)
        | StoreError::Io { .. }
        | StoreError::Sqlite { .. } => None,
    };
    Trouble {
        hint: hint.map(str::to_owned),
        ..Trouble::new(store_kind(error), error.to_string()).with_exit(store_exit(error))
    }
}

fn store_exit(error: &StoreError) -> u8 {
    match error {
        StoreError::Locked { .. } | StoreError::Replaced(_) => exit::CONFLICT,
        StoreError::ReadOnly(_)
        | StoreError::Newer { .. }
        | StoreError::Corrupt { .. }
        | StoreError::Remains(_)
        | StoreError::Foreign(_)
        | StoreError::Missing(_)
        | StoreError::Irregular { .. }
        | StoreError::HardLink(_)
        | StoreError::Io { .. }
        | StoreError::Sqlite { .. } => exit::IO,
    }
}

fn store_kind(error: &StoreError) -> &'static str {
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
