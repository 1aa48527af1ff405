//! From what stood in a turn's way to an exit code and words.

use dialect::Address;
use dialect::native::Trouble;
use dialect::teddy::answer::Named;
use engine::turns::TurnError;
use engine::{ApplyError, HoldError};

use crate::answer::exit;
use crate::trouble;

pub fn code(error: &TurnError) -> u8 {
    match error {
        TurnError::NoSession | TurnError::EmptySession(_) => exit::USAGE,
        TurnError::UnknownSession { .. }
        | TurnError::InvalidName { .. }
        | TurnError::SessionExists(_)
        | TurnError::UnknownAgent { .. }
        | TurnError::NoPlan(_)
        | TurnError::ElsewhereTurn { .. }
        | TurnError::NoPlanInAnswer { .. }
        | TurnError::NothingToResolve
        | TurnError::NothingToUndo
        | TurnError::Unreadable { .. }
        | TurnError::NotText { .. } => exit::INVALID,
        TurnError::Executed { .. }
        | TurnError::Copied { .. }
        | TurnError::Stale { .. }
        | TurnError::Planned(_)
        | TurnError::Unresolved { .. }
        | TurnError::CommandsChanged { .. }
        | TurnError::Held(HoldError::HeldBy { .. })
        | TurnError::NotClosed(_)
        | TurnError::Apply(ApplyError::Stale(_)) => exit::CONFLICT,
        TurnError::NoSandbox { .. } | TurnError::SandboxPrevented { .. } | TurnError::StoreInProject(_) => {
            exit::REFUSED
        }
        TurnError::Engine(error) | TurnError::NotReopened(error) => trouble::code(error),
        TurnError::Planner(error) => trouble::planner_code(error),
        TurnError::Lost => exit::BUG,
        TurnError::DamagedRecord { .. }
        | TurnError::Held(_)
        | TurnError::Apply(_)
        | TurnError::File(_)
        | TurnError::Run(_) => exit::IO,
    }
}

pub fn trouble_of(error: &TurnError, named: Named<'_>, address: &Address<'_>) -> Trouble {
    let message = error.to_string();
    match error {
        TurnError::Engine(error) => trouble::trouble(error, address),
        TurnError::Planner(error) => trouble::planner_trouble(error),
        TurnError::Planned(_) => Trouble::new("plan_waits", message).with_hint(format!(
            "execute it: {}; or remove it, to have another one",
            named.on("teddy execute")
        )),
        TurnError::NoPlanInAnswer { raw, .. } => Trouble::new("no_plan_in_answer", message).with_hint(format!(
            "the answer is kept in {raw}; make a plan of it by hand, or ask again: {}",
            named.on("teddy plan")
        )),
        TurnError::NoPlan(path) => {
            let plan = named.on("teddy plan");
            Trouble::new("no_plan", message).with_hint(format!("ask for one: {plan}; or save yours as {path}"))
        }
        TurnError::Copied { session, turn, .. } => Trouble::new("copied_turn", message).with_hint(format!(
            "to carry its plan out here, too, remove .teddy/{session}/{turn}/report.md; to plan it anew, remove its \
             plan.md as well"
        )),
        TurnError::Executed { .. } => Trouble::new("already_executed", message).with_hint(format!(
            "go on with the next turn: {}; planwright undo --turn takes back what the last one changed",
            named.on("teddy resume")
        )),
        TurnError::Stale { .. } | TurnError::Apply(ApplyError::Stale(_)) => {
            Trouble::new("stale", message).with_hint("nothing was done; look at the plan again and repeat the command")
        }
        TurnError::Held(HoldError::HeldBy { .. }) => {
            Trouble::new("held", message).with_hint("wait until it is done, and look at its report")
        }
        TurnError::Unresolved { .. } => Trouble::new("unresolved", message).with_hint(
            "it is not run again by itself: find out what it did, then say --resolve done or --resolve failed",
        ),
        TurnError::NotClosed(_) => Trouble::new("not_closed", message)
            .with_hint("put out of the way what stands there, and run the same command again: nothing is done twice"),
        TurnError::ElsewhereTurn { .. } => {
            Trouble::new("other_project", message).with_hint("change into that project, and run it there")
        }
        TurnError::NothingToResolve => {
            Trouble::new("nothing_to_resolve", message).with_hint("repeat the command without --resolve")
        }
        TurnError::NoSandbox { .. } => Trouble::new("no_sandbox", message)
            .with_hint("approve the plan on a terminal without `--sandbox always`, or set `sandbox` in the configuration to \"auto\""),
        TurnError::SandboxPrevented { .. } => Trouble::new("sandbox_prevented", message).with_hint(
            "put right what it names (a file or folder in the place of that link, say); or approve the plan on a terminal, \
             or repeat the command with --sandbox off if you trust what it runs",
        ),
        TurnError::CommandsChanged { .. } => Trouble::new("commands_changed_files", message).with_hint(
            "what they held before is not known; --keep-commands takes back the rest and leaves these as they are",
        ),
        TurnError::NothingToUndo => Trouble::new("nothing_to_undo", message),
        TurnError::NotText { .. } => Trouble::new("not_text", message)
            .with_hint("save the file in UTF-8, or write it anew, and repeat the command"),
        TurnError::NotReopened(_) => Trouble::new("not_reopened", message)
            .with_hint("repeat the command: it does what is left of this, and takes back nothing else"),
        TurnError::Unreadable { .. } => {
            Trouble::new("unreadable", message).with_hint("mend the file, and repeat the command")
        }
        TurnError::StoreInProject(_) => Trouble::new("store_in_project", message).with_hint(
            "move the store into `.planwright` or out of the project, and name its new place with PLANWRIGHT_STORE",
        ),
        TurnError::DamagedRecord { path, .. } => Trouble::new("damaged_record", message).with_hint(format!(
            "move {} away to go on without it; what it tells of can then neither be gone on with nor taken back",
            path.display()
        )),
        TurnError::Lost => Trouble::new("bug", message),
        other => session_trouble(other, message),
    }
}

/// What goes wrong with sessions and their names.
fn session_trouble(error: &TurnError, message: String) -> Trouble {
    match error {
        TurnError::NoSession => Trouble::new("no_session", message).with_hint("open one: teddy new NAME"),
        TurnError::EmptySession(_) => Trouble::new("no_turn", message),
        TurnError::UnknownSession { known, .. } if known.is_empty() => {
            Trouble::new("unknown_session", message).with_hint("there is none yet; open one: teddy new NAME")
        }
        TurnError::UnknownSession { known, .. } => Trouble::new("unknown_session", message)
            .with_details(known.iter().cloned())
            .with_hint("name one of these, or its folder"),
        TurnError::InvalidName { .. } => {
            Trouble::new("invalid_name", message).with_hint("such as: teddy new implement-auth-flow")
        }
        TurnError::SessionExists(_) => Trouble::new("session_exists", message).with_hint("choose another name"),
        TurnError::UnknownAgent { known, .. } => Trouble::new("unknown_agent", message)
            .with_details(known.iter().cloned())
            .with_hint("these are known; `.teddy/prompts/NAME.xml` adds one"),
        _ => Trouble::new("io", message),
    }
}
