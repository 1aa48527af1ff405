//! Why the plan refuses a change, and what to do about it.

use model::{IllegalTransition, Later, Phase, Refusal, Refusals, TaskNumber};

use super::{Trouble, exit};
use crate::address::Address;
use crate::planwright::state::word;
use crate::planwright::verbs;
use crate::show::time::date;

/// All reasons at once: a single one speaks for itself, several stand below a line that counts them.
pub fn refusal(refusals: &Refusals, address: &Address<'_>) -> Trouble {
    let trouble = |refusal| trouble(refusal, address).with_exit(refused_exit(refusals));
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

pub(super) fn refused_exit(refusals: &Refusals) -> u8 {
    kind_and_exit(refusals.first()).1
}

fn trouble(refusal: &Refusal, address: &Address<'_>) -> Trouble {
    let (kind, exit) = kind_and_exit(refusal);
    let trouble = Trouble {
        hint: hint(refusal, address),
        ..Trouble::new(kind, refusal.to_string()).with_exit(exit)
    };
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

fn hint(refusal: &Refusal, address: &Address<'_>) -> Option<String> {
    let on = |command: String| address.on(command);
    Some(match refusal {
        Refusal::SessionExists(_) => "choose another name for the new session".to_owned(),
        Refusal::UnknownThread(_) | Refusal::PrimaryThread | Refusal::FirstOperation(_) => return None,
        Refusal::UnknownTask(_) => format!("`{}` shows every task with its number", on(verbs::list())),
        Refusal::UnknownDependency { .. } => {
            format!(
                "a task can only wait for tasks that exist; `{}` shows them",
                on(verbs::list())
            )
        }
        Refusal::Cycle(_) => "leave out one of these dependencies".to_owned(),
        Refusal::DuplicateKey(_) => "choose another key, or give none and let the title suggest one".to_owned(),
        Refusal::NotReady { waiting_for, .. } => not_ready_hint(waiting_for, address),
        Refusal::Settled { task, .. } => format!("`{}` takes it up again", on(verbs::reopen(*task))),
        Refusal::Taken { until, .. } => {
            format!(
                "the lease ends at {} unless it is renewed; `{}` finds other work",
                date(*until),
                on(verbs::next())
            )
        }
        Refusal::StaleFence { task, .. } => {
            format!(
                "`{}` says who holds it now; `{}` claims anew",
                on(verbs::show(*task)),
                on(verbs::claim())
            )
        }
        Refusal::VersionConflict { .. } => {
            format!(
                "something changed in between: look at `{}`, then try again",
                on(verbs::status())
            )
        }
        Refusal::PlanNotComplete { .. } => format!("`{}` shows what is open", on(verbs::list())),
        Refusal::NoPlan => "make one first: rawko plan create --task \"WHAT YOU WANT\"".to_owned(),
        Refusal::NothingFailed => "`--force` makes a new version all the same".to_owned(),
        Refusal::ReplansSpent { .. } => {
            "the plan has failed; make another one, or allow more: `replans` in `[run]` of your configuration"
                .to_owned()
        }
        Refusal::PlanReplaced { .. } | Refusal::ReplacedOtherwise(_) => {
            "look at the plan as it is now, and try again".to_owned()
        }
        Refusal::EmptyReplan => "name the new steps; to go on without the one that failed, skip it".to_owned(),
        Refusal::TooEarly { started, .. } => format!("put it after task {started}, or at the end"),
        Refusal::Illegal(illegal) => illegal_hint(*illegal).to_owned(),
        Refusal::UnknownSignal(_) => format!("`{}` shows the open signals", on(verbs::status())),
        Refusal::DerivedSignal(_) => {
            format!("it goes when its cause goes; `{}` says what to do", on(verbs::next()))
        }
        Refusal::Limit { .. } => "make it smaller, or split it".to_owned(),
        Refusal::HollowCheck { .. } => {
            "write the command behind it, such as `run: cargo test`, or leave it out".to_owned()
        }
        Refusal::OnlyClaims(_) => {
            format!(
                "a claim ends when its task is settled or its lease runs out; `{}` shows what else there is to take back",
                on(verbs::log())
            )
        }
        Refusal::ChangedSince { .. } => {
            format!(
                "take the later ones back first, the newest before the others, with `{}`",
                on(format!("{} VERSION", verbs::undo()))
            )
        }
    })
}

fn illegal_hint(illegal: IllegalTransition) -> &'static str {
    match illegal.from {
        Phase::Failed => "skip or reopen what failed, replan, or make another plan",
        Phase::Complete => "add a step, or reopen one, to go on with it",
        Phase::Draft | Phase::InProgress | Phase::Replanning => "`rawko plan show` says where the steps stand",
    }
}

fn not_ready_hint(waiting_for: &[TaskNumber], address: &Address<'_>) -> String {
    match waiting_for {
        [only] => format!("`{}` says how task {only} stands", address.on(verbs::show(*only))),
        _ => format!("`{}` finds the one to begin with", address.on(verbs::next())),
    }
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
