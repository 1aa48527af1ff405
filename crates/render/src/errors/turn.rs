//! The errors of a turn: kind, exit code, details and hint of each.

use engine::turns::{StaleReason, TurnError};
use engine::{ApplyError, HoldError};

use super::{Trouble, engine_error, exit, planner_error};
use crate::address::Address;
use crate::teddy::Named;

pub fn turn_error(error: &TurnError, named: Named<'_>, address: &Address<'_>) -> Trouble {
    let details = match error {
        TurnError::Engine(error) => return engine_error(error, address),
        TurnError::Planner(error) => return planner_error(error),
        TurnError::UnknownSession { known, .. } | TurnError::UnknownAgent { known, .. } => known.clone(),
        _ => Vec::new(),
    };
    let (kind, exit) = kind_and_exit(error, address);
    Trouble {
        details,
        hint: hint(error, named),
        ..Trouble::new(kind, error.to_string()).with_exit(exit)
    }
}

fn kind_and_exit(error: &TurnError, address: &Address<'_>) -> (&'static str, u8) {
    match error {
        TurnError::NoSession => ("no_session", exit::USAGE),
        TurnError::EmptySession(_) => ("no_turn", exit::USAGE),
        TurnError::UnknownSession { .. } => ("unknown_session", exit::INVALID),
        TurnError::InvalidName { .. } => ("invalid_name", exit::INVALID),
        TurnError::SessionExists(_) => ("session_exists", exit::INVALID),
        TurnError::UnknownAgent { .. } => ("unknown_agent", exit::INVALID),
        TurnError::NoPlan(_) => ("no_plan", exit::INVALID),
        TurnError::ElsewhereTurn { .. } => ("other_project", exit::INVALID),
        TurnError::NoPlanInAnswer { .. } => ("no_plan_in_answer", exit::INVALID),
        TurnError::NothingToResolve => ("nothing_to_resolve", exit::INVALID),
        TurnError::NothingToUndo => ("nothing_to_undo", exit::INVALID),
        TurnError::Unreadable { .. } => ("unreadable", exit::INVALID),
        TurnError::NotText { .. } => ("not_text", exit::INVALID),
        TurnError::Executed { .. } => ("already_executed", exit::CONFLICT),
        TurnError::Copied { .. } => ("copied_turn", exit::CONFLICT),
        TurnError::Stale { .. } | TurnError::Apply(ApplyError::Stale(_)) => ("stale", exit::CONFLICT),
        TurnError::Planned(_) => ("plan_waits", exit::CONFLICT),
        TurnError::Unresolved { .. } => ("unresolved", exit::CONFLICT),
        TurnError::CommandsChanged(_) => ("commands_changed_files", exit::CONFLICT),
        TurnError::Held(HoldError::HeldBy { .. }) => ("held", exit::CONFLICT),
        TurnError::NotClosed(_) => ("not_closed", exit::CONFLICT),
        TurnError::NoSandbox { .. } => ("no_sandbox", exit::REFUSED),
        TurnError::SandboxPrevented { .. } => ("sandbox_prevented", exit::REFUSED),
        TurnError::StoreInProject(_) => ("store_in_project", exit::REFUSED),
        TurnError::NotReopened(error) => ("not_reopened", engine_error(error, address).exit),
        TurnError::Engine(error) => {
            let trouble = engine_error(error, address);
            (trouble.kind, trouble.exit)
        }
        TurnError::Planner(error) => (error.word(), planner_error(error).exit),
        TurnError::Lost => ("bug", exit::BUG),
        TurnError::DamagedRecord { .. } => ("damaged_record", exit::IO),
        TurnError::Held(_) | TurnError::Apply(_) | TurnError::File(_) | TurnError::Run(_) => ("io", exit::IO),
    }
}

fn hint(error: &TurnError, named: Named<'_>) -> Option<String> {
    Some(match error {
        TurnError::Planned(_) => format!(
            "execute it: {}; or remove it, to have another one",
            named.on("teddy execute")
        ),
        TurnError::NoPlanInAnswer { raw, .. } => format!(
            "the answer is kept in {raw}; make a plan of it by hand, or ask again: {}",
            named.on("teddy plan")
        ),
        TurnError::NoPlan(path) => format!("ask for one: {}; or save yours as {path}", named.on("teddy plan")),
        TurnError::Copied { session, turn, .. } => format!(
            "to carry its plan out here, too, remove .teddy/{session}/{turn}/report.md; to plan it anew, remove its \
             plan.md as well"
        ),
        TurnError::Executed { .. } => format!(
            "go on with the next turn: {}; planwright undo --turn takes back what the last one changed",
            named.on("teddy resume")
        ),
        TurnError::DamagedRecord { path, .. } => format!(
            "move {} away to go on without it; what it tells of can then neither be gone on with nor taken back",
            path.display()
        ),
        other => return fixed_hint(other).map(str::to_owned),
    })
}

/// Hints that are the same for every caller.
fn fixed_hint(error: &TurnError) -> Option<&'static str> {
    Some(match error {
        // The reason names both ways out.
        TurnError::Stale {
            what: StaleReason::ChangedAfterStart { .. },
        } => return None,
        TurnError::Stale { .. } | TurnError::Apply(ApplyError::Stale(_)) => {
            "nothing was done; look at the plan again and repeat the command"
        }
        TurnError::Held(HoldError::HeldBy { .. }) => "wait until it is done, and look at its report",
        TurnError::Unresolved { .. } => {
            "it is not run again by itself: find out what it did, then say --resolve done or --resolve failed"
        }
        TurnError::NotClosed(_) => {
            "put out of the way what stands there, and run the same command again: nothing is done twice"
        }
        TurnError::ElsewhereTurn { .. } => "change into that project, and run it there",
        TurnError::NothingToResolve => "repeat the command without --resolve",
        TurnError::NoSandbox { .. } => {
            "approve the plan on a terminal without `--sandbox always`, or set `sandbox` in the configuration to \"auto\""
        }
        TurnError::SandboxPrevented { .. } => {
            "put right what it names (a file or folder in the place of that link, say); or approve the plan on a terminal, \
             or repeat the command with --sandbox off if you trust what it runs"
        }
        TurnError::CommandsChanged(_) => {
            "what they held before is not known; --keep-commands takes back the rest and leaves these as they are"
        }
        TurnError::NotText { .. } => "save the file in UTF-8, or write it anew, and repeat the command",
        TurnError::NotReopened(_) => "repeat the command: it does what is left of this, and takes back nothing else",
        TurnError::Unreadable { .. } => "mend the file, and repeat the command",
        TurnError::StoreInProject(_) => {
            "move the store into `.planwright` or out of the project, and name its new place with PLANWRIGHT_STORE"
        }
        TurnError::NoSession => "open one: teddy new NAME",
        TurnError::UnknownSession { known, .. } if known.is_empty() => "there is none yet; open one: teddy new NAME",
        TurnError::UnknownSession { .. } => "name one of these, or its folder",
        TurnError::InvalidName { .. } => "such as: teddy new implement-auth-flow",
        TurnError::SessionExists(_) => "choose another name",
        TurnError::UnknownAgent { .. } => "these are known; `.teddy/prompts/NAME.xml` adds one",
        TurnError::EmptySession(_)
        | TurnError::NoPlan(_)
        | TurnError::NoPlanInAnswer { .. }
        | TurnError::Planned(_)
        | TurnError::Executed { .. }
        | TurnError::Copied { .. }
        | TurnError::NothingToUndo
        | TurnError::DamagedRecord { .. }
        | TurnError::Lost
        | TurnError::Held(_)
        | TurnError::Apply(_)
        | TurnError::File(_)
        | TurnError::Run(_)
        | TurnError::Engine(_)
        | TurnError::Planner(_) => return None,
    })
}
