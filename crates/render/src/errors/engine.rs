//! The errors of the engine: for each family a table of kinds and exit codes, and its hints.

use std::io::ErrorKind;

use engine::{ApplyError, AskError, EngineError, HoldError, PlanError, PlanFileError, ProjectError, StoreError};
use model::Diagnostic;

use super::planner::planner_error;
use super::refusal::refusal;
use super::turn::turn;
use super::{Trouble, exit};
use crate::address::Address;
use crate::diagnostics::PLAN_VALIDATION_FAILED;
use crate::planwright::REFUSED_HINT;
use crate::planwright::verbs;
use crate::rawko;
use crate::run::{Advice, Terms, run_fault};
use crate::teddy::Named;

/// `address` repeats what the caller named, in commands that a hint suggests.
pub fn engine_error(error: &EngineError, address: &Address<'_>) -> Trouble {
    teddy_error(error, Named::default(), address)
}

/// `named` is the session of turns that the caller named.
pub fn teddy_error(error: &EngineError, named: Named<'_>, address: &Address<'_>) -> Trouble {
    let (terms, address) = (Terms::Planwright, *address);
    let (kind, hint) = match error {
        EngineError::Project(error) => return project(error),
        EngineError::Plan(error) => return plan(error, &address),
        EngineError::PlanFile(error) => return plan_file(error),
        EngineError::Ask(error) => return ask(error, &address),
        EngineError::Turn(error) => return turn(error, named, &address),
        EngineError::Run(fault) => return run_fault(fault, Advice { terms, address }),
        EngineError::Planner(error) => return planner_error(error),
        EngineError::Store(error) => return store(error),
        EngineError::Held(HoldError::HeldBy { .. }) => {
            let hint = "wait until it is done, and look at its report";
            (("held", exit::CONFLICT), hint)
        }
        EngineError::Apply(ApplyError::Stale(_)) => {
            let hint = "nothing was done; look at the plan again and repeat the command";
            (("stale", exit::CONFLICT), hint)
        }
        EngineError::Apply(ApplyError::NotRecovered { .. }) => (("not_recovered", exit::REFUSED), REFUSED_HINT),
        EngineError::Held(_) | EngineError::Apply(_) | EngineError::File(_) | EngineError::Command(_) => {
            (("io", exit::IO), "")
        }
    };
    Trouble::of(error, kind, hint)
}

fn project(error: &ProjectError) -> Trouble {
    use ProjectError as E;
    let kind = match error {
        E::NoSession | E::OnlyBackup => ("no_session", exit::USAGE),
        E::NoBackup => ("no_backup", exit::INVALID),
        E::HomeFolder => ("home_folder", exit::USAGE),
        E::TopFolder => ("top_folder", exit::USAGE),
        E::PlanFolder => ("plan_folder", exit::USAGE),
        E::Config { .. } => ("invalid_config", exit::INVALID),
        E::Prompt { .. } => ("invalid_prompt", exit::INVALID),
        E::File { source, .. } if source.kind() == ErrorKind::InvalidData => ("not_text", exit::IO),
        E::File { .. } => ("io", exit::IO),
    };
    let hint: &str = match error {
        E::NoSession => "start one: planwright init --goal \"WHAT YOU WANT\", or planloop start --goal \"…\"",
        E::OnlyBackup => "bring it back: planwright restore; or begin anew: planwright init --goal \"WHAT YOU WANT\"",
        E::NoBackup => "backups are kept below $XDG_STATE_HOME/planwright, by the path of the project",
        E::HomeFolder | E::TopFolder => "change into a project, or name a store with --store",
        E::PlanFolder => "change back into the project; the files are read from where they are",
        E::Config { .. } => "correct the file; nothing was done",
        E::Prompt { name, .. } => &format!(
            "correct the file; `planwright prompt {} --built-in` prints ours",
            name.word()
        ),
        E::File { .. } if kind.0 == "not_text" => "save the file in UTF-8, and repeat the command",
        E::File { .. } => "",
    };
    let details = match error {
        // The answer does not show these files, so that each problem names its place.
        E::Config { diagnostics, .. } | E::Prompt { diagnostics, .. } => diagnostics.iter().map(with_place).collect(),
        _ => Vec::new(),
    };
    Trouble::of(error, kind, hint).with_details(details)
}

fn with_place(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.line_column;
    let place = place.map(|(line, column)| format!("{line}:{column}: "));
    let hint = diagnostic.hint.as_deref().unwrap_or_default();
    format!("{}{} {hint}", place.unwrap_or_default(), diagnostic.message)
}

fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.clone())
        .collect()
}

fn plan(error: &PlanError, address: &Address<'_>) -> Trouble {
    use PlanError as E;
    let kind = match error {
        E::Refused { refusals, .. } => return refusal(refusals, address),
        E::StepRefused { refusals, indexes } => return rawko::refusal(refusals, indexes),
        E::Invalid { .. } => ("invalid", exit::INVALID),
        E::Rejected { .. } => (PLAN_VALIDATION_FAILED, exit::INVALID),
        E::UnknownSession { .. } => ("unknown_session", exit::INVALID),
        E::UnknownThread { .. } => ("unknown_thread", exit::INVALID),
        E::InvalidName(_) => ("invalid_session", exit::INVALID),
        E::SecretName(_) => ("secret_in_name", exit::INVALID),
        E::NothingToUndo => ("nothing_to_undo", exit::INVALID),
        E::UnknownOperation(_) => ("unknown_operation", exit::INVALID),
        E::NoPlan(_) => ("no_plan", exit::INVALID),
        E::UnknownPlan(_) => ("unknown_plan", exit::INVALID),
        E::Superseded { .. } => ("superseded", exit::CONFLICT),
        E::NoTask => ("no_task", exit::INVALID),
        E::UnknownStep { .. } => ("unknown_step", exit::INVALID),
        E::Unfinished { .. } => ("unfinished", exit::INVALID),
    };
    let (log, undo) = (address.on(verbs::LOG), address.on(format!("{} OP", verbs::UNDO)));
    let hint: &str = match error {
        E::UnknownSession { .. } => "list them: planloop sessions",
        E::InvalidName(_) => "a session is named by letters, digits, `.`, `_` and `-`, at most 64 of them",
        E::SecretName(_) => "choose another name: names are stored and shown as they are",
        E::NothingToUndo => &format!("name an operation of somebody else's: {undo} (see {log})"),
        E::UnknownOperation(_) => &format!("see the numbers: {log}"),
        E::NoPlan(_) => "make one: rawko plan create --task \"WHAT YOU WANT\"",
        E::UnknownPlan(_) => "list them: rawko plan list",
        E::Superseded { by, .. } => &format!("work on the newest version: --plan {by}, or leave --plan out"),
        E::NoTask => "say what the plan is for",
        E::UnknownStep { .. } => "steps count from 0; `rawko plan show` lists them",
        E::Unfinished { .. } => "complete or skip its steps first",
        _ => "",
    };
    let details = match error {
        E::Invalid { diagnostics, .. } | E::Rejected { diagnostics, .. } => messages(diagnostics),
        E::UnknownSession { known, .. } => known.iter().map(|line| line.session.id.to_string()).collect(),
        _ => Vec::new(),
    };
    Trouble::of(error, kind, hint).with_details(details)
}

fn plan_file(error: &PlanFileError) -> Trouble {
    use PlanFileError as E;
    let kind = match error {
        E::Unfit { .. } => (PLAN_VALIDATION_FAILED, exit::INVALID),
        E::Unwritable(_) => ("not_writable_as_folder", exit::INVALID),
        E::NoHome => ("no_home", exit::USAGE),
        E::PlansFolder { .. } => ("io", exit::IO),
        E::ForeignFolder { .. } => ("foreign_folder", exit::REFUSED),
        E::FolderInUse(_) => ("folder_in_use", exit::INVALID),
        E::PlanFileEdited { .. } => ("plan_file_edited", exit::CONFLICT),
        E::PlanNotImported { .. } => ("plan_not_imported", exit::CONFLICT),
        E::NotAPlanFile(_) => ("not_a_plan_file", exit::USAGE),
        E::Mirror { .. } => ("files", exit::IO),
    };
    let hint: &str = match error {
        E::Unfit { diagnostics, .. } => return Trouble::of(error, kind, "").with_details(messages(diagnostics)),
        E::Unwritable(_) => "",
        E::NoHome => "set HOME",
        E::PlansFolder { .. } => "nothing was opened; make it writable, or set HOME to a folder that is",
        E::ForeignFolder { .. } => {
            "nothing was touched; if this store came with the project, move `.planwright` out of it; if your home folder \
             has moved, put a link to it where it was"
        }
        E::FolderInUse(_) => "empty it first: `agentctl plan clear-current`, or `remove-thread` for a further thread",
        E::PlanFileEdited { path } => &rawko::ways_out(path),
        E::PlanNotImported { path, .. } => &format!("import it: {}", rawko::commands::import(path)),
        E::NotAPlanFile(path) => &rawko::instead_of_import(path),
        E::Mirror { .. } => {
            "the plan itself is safe in the store; put right what is in the way, such as a link that leads elsewhere, \
             and its files follow at the next call"
        }
    };
    Trouble::of(error, kind, hint)
}

fn ask(error: &AskError, address: &Address<'_>) -> Trouble {
    use AskError as E;
    let kind = match error {
        E::Unprompted(_) => ("invalid_prompt", exit::INVALID),
        E::Undrafted(_) => ("no_draft", exit::INVALID),
        E::Undecided(_) => ("undecided", exit::INVALID),
        E::NoAgent => ("no_agent", exit::USAGE),
        E::Unsuggested { .. } => ("no_suggestion", exit::INVALID),
    };
    let offline = address.on("planloop suggest --offline");
    let hint: &str = match error {
        E::Unprompted(_) => "",
        E::Undrafted(_) => "try again, hand the steps in with --from FILE, or make a plan of one step with --direct",
        E::Undecided(_) => "try again, or name an agent in the step: `suggestedAgent`",
        E::NoAgent => "configure agents in `[agents.NAME]`, or a planner; see `planwright planner`",
        E::Unsuggested { answer, .. } => {
            &format!("the last answer is in {answer}; try again, or ask nobody: {offline}")
        }
    };
    Trouble::of(error, kind, hint)
}

fn store(error: &StoreError) -> Trouble {
    use StoreError as E;
    let kind = match error {
        E::Locked { .. } => ("locked", exit::CONFLICT),
        E::Replaced(_) => ("store_replaced", exit::CONFLICT),
        E::ReadOnly(_) => ("read_only", exit::IO),
        E::Newer { .. } => ("newer_store", exit::IO),
        E::Corrupt { .. } | E::Remains(_) => ("damaged_store", exit::IO),
        E::Foreign(_) | E::Irregular { .. } | E::HardLink(_) => ("not_a_store", exit::IO),
        E::Missing(_) | E::Io { .. } | E::Sqlite { .. } => ("io", exit::IO),
    };
    let hint: &str = match error {
        E::Locked { .. } => "another process is writing; try again in a moment",
        E::ReadOnly(_) => "reading still works; make the folder writable to change the plan",
        E::Newer { .. } => "a newer planwright wrote it: use that one",
        E::Corrupt { .. } => "move it, its -wal and its -shm away, then `planwright restore` brings back the backup",
        E::Replaced(_) => "nothing was written; start again, and if plans are missing, `planwright restore`",
        E::Remains(_) => "move it and its -shm away, too, and try again",
        E::Foreign(_) => "--store must name a planwright store or a file that does not exist yet",
        _ => "",
    };
    Trouble::of(error, kind, hint)
}
