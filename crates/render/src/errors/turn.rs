//! The errors of turns: kind, exit code, details and hint of each.

use engine::turns::{StaleReason, TurnError};

use super::{Trouble, engine_error, exit};
use crate::address::Address;
use crate::teddy::Named;

pub(super) fn turn(error: &TurnError, named: Named<'_>, address: &Address<'_>) -> Trouble {
    use TurnError as E;
    let kind = match error {
        E::NoSession => ("no_session", exit::USAGE),
        E::EmptySession(_) => ("no_turn", exit::USAGE),
        E::UnknownSession { .. } => ("unknown_session", exit::INVALID),
        E::InvalidName { .. } => ("invalid_name", exit::INVALID),
        E::SessionExists(_) => ("session_exists", exit::INVALID),
        E::UnknownAgent { .. } => ("unknown_agent", exit::INVALID),
        E::NoPlan(_) => ("no_plan", exit::INVALID),
        E::ElsewhereTurn { .. } => ("other_project", exit::INVALID),
        E::NoPlanInAnswer { .. } => ("no_plan_in_answer", exit::INVALID),
        E::NothingToResolve => ("nothing_to_resolve", exit::INVALID),
        E::NothingToUndo => ("nothing_to_undo", exit::INVALID),
        E::Unreadable { .. } => ("unreadable", exit::INVALID),
        E::NotText { .. } => ("not_text", exit::INVALID),
        E::Executed { .. } => ("already_executed", exit::CONFLICT),
        E::Copied { .. } => ("copied_turn", exit::CONFLICT),
        E::Stale { .. } => ("stale", exit::CONFLICT),
        E::Planned(_) => ("plan_waits", exit::CONFLICT),
        E::Unresolved { .. } => ("unresolved", exit::CONFLICT),
        E::CommandsChanged(_) => ("commands_changed_files", exit::CONFLICT),
        E::NotClosed(_) => ("not_closed", exit::CONFLICT),
        E::NoSandbox { .. } => ("no_sandbox", exit::REFUSED),
        E::SandboxPrevented { .. } => ("sandbox_prevented", exit::REFUSED),
        E::SandboxFailed { .. } => ("sandbox_failed", exit::REFUSED),
        E::StoreInProject(_) => ("store_in_project", exit::REFUSED),
        E::NotRestored { .. } => ("not_restored", exit::REFUSED),
        E::NotReopened(error) => ("not_reopened", engine_error(error, address).exit),
        E::DamagedRecord { .. } => ("damaged_record", exit::IO),
    };
    let details = match error {
        E::UnknownSession { known, .. } | E::UnknownAgent { known, .. } => known.clone(),
        _ => Vec::new(),
    };
    Trouble::of(error, kind, &hint(error, named)).with_details(details)
}

fn hint(error: &TurnError, named: Named<'_>) -> String {
    use TurnError as E;
    let (plan, execute, resume) = (
        named.on("teddy plan"),
        named.on("teddy execute"),
        named.on("teddy resume"),
    );
    match error {
        E::NoPlan(path) => format!("ask for one: {plan}; or save yours as {path}"),
        E::Planned(_) => format!("execute it: {execute}; or remove it, to have another one"),
        E::NoPlanInAnswer { raw, .. } => {
            format!("the answer is kept in {raw}; make a plan of it by hand, or ask again: {plan}")
        }
        E::Copied { session, turn, .. } => format!(
            "to carry its plan out here, too, remove .teddy/{session}/{turn}/report.md; to plan it anew, remove its \
             plan.md as well"
        ),
        E::Executed { .. } => {
            format!("go on with the next turn: {resume}; planwright undo --turn takes back what the last one changed")
        }
        E::DamagedRecord { path, .. } => format!(
            "move {} away to go on without it; what it tells of can then neither be gone on with nor taken back",
            path.display()
        ),
        other => fixed_hint(other).to_owned(),
    }
}

/// Hints that are the same for every caller.
fn fixed_hint(error: &TurnError) -> &'static str {
    use TurnError as E;
    match error {
        // Its message says what to do.
        E::Stale {
            what: StaleReason::ChangedAfterStart { .. },
        } => "",
        E::Stale { .. } => "nothing was done; look at the plan again and repeat the command",
        E::NotRestored { .. } => {
            "restore the files by hand; `.planwright/turns` keeps them as `*.old` beside the journals of the turn"
        }
        E::Unresolved { .. } => {
            "it is not run again by itself: find out what it did, then say --resolve done or --resolve failed"
        }
        E::NotClosed(_) => {
            "put out of the way what stands there, and run the same command again: nothing is done twice"
        }
        E::ElsewhereTurn { .. } => "change into that project, and run it there",
        E::NothingToResolve => "repeat the command without --resolve",
        E::NoSandbox { .. } => {
            "approve the plan on a terminal without `--sandbox always`, or set `sandbox` in the configuration to \"auto\""
        }
        E::SandboxFailed { .. } => {
            "repeat the command; if the reason stays, remove it, or approve the plan on a terminal"
        }
        E::SandboxPrevented { .. } => {
            "put right what it names (a file or folder in the place of that link, say); or approve the plan on a terminal, \
             or repeat the command with --sandbox off if you trust what it runs"
        }
        E::CommandsChanged(_) => {
            "what they held before is not known; --keep-commands takes back the rest and leaves these as they are"
        }
        E::NotText { .. } => "save the file in UTF-8, or write it anew, and repeat the command",
        E::NotReopened(_) => "repeat the command: it does what is left of this, and takes back nothing else",
        E::Unreadable { .. } => "mend the file, and repeat the command",
        E::StoreInProject(_) => {
            "move the store into `.planwright` or out of the project, and name its new place with PLANWRIGHT_STORE"
        }
        E::NoSession => "open one: teddy new NAME",
        E::UnknownSession { known, .. } if known.is_empty() => "there is none yet; open one: teddy new NAME",
        E::UnknownSession { .. } => "name one of these, or its folder",
        E::InvalidName { .. } => "such as: teddy new implement-auth-flow",
        E::SessionExists(_) => "choose another name",
        E::UnknownAgent { .. } => "these are known; `.teddy/prompts/NAME.xml` adds one",
        _ => "",
    }
}
