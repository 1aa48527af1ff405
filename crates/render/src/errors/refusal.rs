//! Why the plan refuses a change, and what to do about it.

use model::{Later, Phase, Refusal, Refusals};

use super::{Trouble, exit};
use crate::address::Address;
use crate::planwright::state::word;
use crate::planwright::verbs;
use crate::show::time::date;

/// All reasons at once: a single one speaks for itself, several stand below a line that counts them.
pub fn refusal(refusals: &Refusals, address: &Address<'_>) -> Trouble {
    let (_, exit) = kind_and_exit(refusals.first());
    let trouble = |refusal| trouble(refusal, address).with_exit(exit);
    let mut troubles: Vec<_> = refusals.iter().map(trouble).collect();
    if troubles.len() == 1 {
        return troubles.remove(0);
    }
    let first = trouble(refusals.first());
    let details = troubles
        .into_iter()
        .flat_map(|trouble| std::iter::once(trouble.message).chain(trouble.details));
    Trouble {
        message: format!("{} things are in the way", refusals.iter().count()),
        details: details.collect(),
        ..first
    }
}

fn trouble(refusal: &Refusal, address: &Address<'_>) -> Trouble {
    let trouble = Trouble::of(refusal, kind_and_exit(refusal), &hint(refusal, address));
    match refusal {
        Refusal::Settled { task, standing } => Trouble {
            message: format!("task {task} is {} already", word(*standing)),
            ..trouble
        },
        Refusal::ChangedSince { later, .. } => trouble.with_details(later.iter().map(later_line)),
        _ => trouble,
    }
}

fn kind_and_exit(refusal: &Refusal) -> (&'static str, u8) {
    match refusal {
        Refusal::SessionExists(_) => ("session_exists", exit::INVALID),
        Refusal::UnknownThread(_) => ("unknown_thread", exit::INVALID),
        Refusal::PrimaryThread => ("primary_thread", exit::INVALID),
        Refusal::UnknownTask(_) => ("unknown_task", exit::INVALID),
        Refusal::UnknownDependency { .. } => ("unknown_dependency", exit::INVALID),
        Refusal::Cycle(_) => ("cycle", exit::INVALID),
        Refusal::DuplicateKey(_) => ("duplicate_key", exit::INVALID),
        Refusal::NotReady { .. } => ("task_not_ready", exit::INVALID),
        Refusal::Settled { .. } => ("task_settled", exit::INVALID),
        Refusal::Taken { .. } => ("task_taken", exit::CONFLICT),
        Refusal::StaleFence { .. } => ("stale_fence", exit::CONFLICT),
        Refusal::VersionConflict { .. } => ("version_conflict", exit::CONFLICT),
        Refusal::PlanNotComplete { .. } => ("plan_not_complete", exit::INVALID),
        Refusal::NoPlan => ("no_plan", exit::INVALID),
        Refusal::NothingFailed => ("nothing_failed", exit::INVALID),
        Refusal::ReplansSpent { .. } => ("replans_spent", exit::INVALID),
        Refusal::PlanReplaced { .. } => ("plan_replaced", exit::CONFLICT),
        Refusal::ReplacedOtherwise(_) => ("plan_changed", exit::CONFLICT),
        Refusal::EmptyReplan => ("empty_replan", exit::INVALID),
        Refusal::TooEarly { .. } => ("too_early", exit::INVALID),
        Refusal::Illegal(_) => ("illegal_transition", exit::INVALID),
        Refusal::UnknownSignal(_) => ("unknown_signal", exit::INVALID),
        Refusal::DerivedSignal(_) => ("derived_signal", exit::INVALID),
        Refusal::Limit { .. } => ("limit", exit::INVALID),
        Refusal::HollowCheck { .. } => ("empty_check", exit::INVALID),
        Refusal::FirstOperation(_) => ("first_operation", exit::INVALID),
        Refusal::OnlyClaims(_) => ("only_claims", exit::INVALID),
        Refusal::ChangedSince { .. } => ("changed_since", exit::CONFLICT),
    }
}

fn hint(refusal: &Refusal, address: &Address<'_>) -> String {
    use Refusal as R;
    let [list, log, next, status] = [verbs::LIST, verbs::LOG, verbs::NEXT, verbs::STATUS].map(|verb| address.on(verb));
    let undo = address.on(format!("{} VERSION", verbs::UNDO));
    let hint: &str = match refusal {
        R::UnknownThread(_) | R::PrimaryThread | R::FirstOperation(_) => "",
        R::SessionExists(_) => "choose another name for the new session",
        R::UnknownTask(_) => &format!("`{list}` shows every task with its number"),
        R::UnknownDependency { .. } => &format!("a task can only wait for tasks that exist; `{list}` shows them"),
        R::Cycle(_) => "leave out one of these dependencies",
        R::DuplicateKey(_) => "choose another key, or give none and let the title suggest one",
        R::NotReady { waiting_for, .. } => match waiting_for.as_slice() {
            [only] => &format!("`{}` says how task {only} stands", address.on(verbs::show(*only))),
            _ => &format!("`{next}` finds the one to begin with"),
        },
        R::Settled { task, .. } => &format!("`{}` takes it up again", address.on(verbs::reopen(*task))),
        R::Taken { until, .. } => {
            let until = date(*until);
            &format!("the lease ends at {until} unless it is renewed; `{next}` finds other work")
        }
        R::StaleFence { task, .. } => {
            let (show, claim) = (address.on(verbs::show(*task)), address.on(verbs::CLAIM));
            &format!("`{show}` says who holds it now; `{claim}` claims anew")
        }
        R::VersionConflict { .. } => &format!("something changed in between: look at `{status}`, then try again"),
        R::PlanNotComplete { .. } => &format!("`{list}` shows what is open"),
        R::NoPlan => "make one first: rawko plan create --task \"WHAT YOU WANT\"",
        R::NothingFailed => "`--force` makes a new version all the same",
        R::ReplansSpent { .. } => {
            "the plan has failed; make another one, or allow more: `replans` in `[run]` of your configuration"
        }
        R::PlanReplaced { .. } | R::ReplacedOtherwise(_) => "look at the plan as it is now, and try again",
        R::EmptyReplan => "name the new steps; to go on without the one that failed, skip it",
        R::TooEarly { started, .. } => &format!("put it after task {started}, or at the end"),
        R::Illegal(illegal) => match illegal.from {
            Phase::Failed => "skip or reopen what failed, replan, or make another plan",
            Phase::Complete => "add a step, or reopen one, to go on with it",
            Phase::Draft | Phase::InProgress | Phase::Replanning => "`rawko plan show` says where the steps stand",
        },
        R::UnknownSignal(_) => &format!("`{status}` shows the open signals"),
        R::DerivedSignal(_) => &format!("it goes when its cause goes; `{next}` says what to do"),
        R::Limit { .. } => "make it smaller, or split it",
        R::HollowCheck { .. } => "write the command behind it, such as `run: cargo test`, or leave it out",
        R::OnlyClaims(_) => &format!(
            "a claim ends when its task is settled or its lease runs out; `{log}` shows what else there is to take back"
        ),
        R::ChangedSince { .. } => {
            &format!("take the later ones back first, the newest before the others, with `{undo}`")
        }
    };
    hint.to_owned()
}

fn later_line(later: &Later) -> String {
    format!(
        "operation {}: {} by {}, on {}",
        later.version, later.verb, later.author, later.subject
    )
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
