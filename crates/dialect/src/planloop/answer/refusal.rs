//! The engine's refusals in planloop's words.

use model::{Refusal, Refusals};

use super::STATUS_COMMAND;
use super::error::{
    ErrorAnswer, INVALID_PAYLOAD, PLAN_NOT_COMPLETE, PLAN_VALIDATION_FAILED, TASK_NOT_READY, TASK_TAKEN,
    UNKNOWN_SIGNAL, UNKNOWN_TASK, VERSION_CONFLICT,
};
use super::status::FULL_COMMAND;
use super::time::rfc3339;
use crate::address::Address;

/// The first refusal decides the type; every one of them is in the details.
pub fn refusal(refusals: &Refusals, address: &Address<'_>) -> ErrorAnswer<'static> {
    let first = refusals.first();
    ErrorAnswer {
        error_type: error_type(first),
        message: sentence(first),
        details: refusals.iter().map(sentence).collect(),
        diagnostics: &[],
        version: match first {
            Refusal::VersionConflict { current, .. } => Some(current.0),
            _ => None,
        },
        hint: hint(first, address),
    }
}

fn error_type(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::UnknownTask(_) => UNKNOWN_TASK,
        Refusal::UnknownSignal(_) => UNKNOWN_SIGNAL,
        Refusal::UnknownThread(_) => "unknown_thread",
        Refusal::UnknownDependency { .. } | Refusal::Cycle(_) | Refusal::DuplicateKey(_) => PLAN_VALIDATION_FAILED,
        Refusal::NotReady { .. } | Refusal::Settled { .. } => TASK_NOT_READY,
        Refusal::Taken { .. } | Refusal::StaleFence { .. } => TASK_TAKEN,
        Refusal::VersionConflict { .. }
        | Refusal::ChangedSince { .. }
        | Refusal::PlanReplaced { .. }
        | Refusal::ReplacedOtherwise(_) => VERSION_CONFLICT,
        Refusal::PlanNotComplete { .. } => PLAN_NOT_COMPLETE,
        Refusal::SessionExists(_)
        | Refusal::NoPlan
        | Refusal::NothingFailed
        | Refusal::ReplansSpent { .. }
        | Refusal::EmptyReplan
        | Refusal::TooEarly { .. }
        | Refusal::Illegal(_)
        | Refusal::PrimaryThread
        | Refusal::DerivedSignal(_)
        | Refusal::Limit { .. }
        | Refusal::HollowCheck { .. }
        | Refusal::FirstOperation(_)
        | Refusal::OnlyClaims(_) => INVALID_PAYLOAD,
    }
}

fn sentence(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Taken { task, by, until } => format!("Task {task} is held by {by} until {}.", rfc3339(*until)),
        Refusal::VersionConflict { seen, current } => {
            format!("The session is at version {current}, but `last_seen_version` is {seen}. Nothing was changed.")
        }
        _ => capitalized(&refusal.to_string()),
    }
}

fn hint(refusal: &Refusal, address: &Address<'_>) -> Option<String> {
    let status = address.on(STATUS_COMMAND);
    Some(match refusal {
        Refusal::UnknownTask(_) => format!("The ids of all tasks stand in `{}`.", address.on(FULL_COMMAND)),
        Refusal::UnknownSignal(_) => {
            format!("`{status}` lists the open signals; give --level and --message to open one.")
        }
        Refusal::NotReady { .. } => {
            "Finish what it waits for first, or waive it with a new `dependencies` list.".to_owned()
        }
        Refusal::Settled { .. } => "Set it to TODO first if it has to be done again.".to_owned(),
        Refusal::Taken { .. } => format!("Leave it to its holder; `{status}` finds you something else."),
        Refusal::StaleFence { .. } => {
            format!("The claim went to somebody else. Ask `{status}` before you go on.")
        }
        Refusal::VersionConflict { .. } => {
            format!("Look at `{status}`, adapt the change to what is there now, and send it with the new version.")
        }
        Refusal::PlanNotComplete { .. } => {
            "Finish or cancel the open tasks first, or do so in the same payload.".to_owned()
        }
        Refusal::DerivedSignal(_) => {
            format!("It goes away by itself once its cause is gone; `{status}` says how.")
        }
        Refusal::Limit { .. } => "Make it smaller, or split it.".to_owned(),
        Refusal::HollowCheck { .. } => "Write the command behind `run:`, or leave the criterion out.".to_owned(),
        Refusal::UnknownDependency { .. }
        | Refusal::Cycle(_)
        | Refusal::DuplicateKey(_)
        | Refusal::SessionExists(_)
        | Refusal::UnknownThread(_)
        | Refusal::PrimaryThread
        | Refusal::FirstOperation(_)
        | Refusal::OnlyClaims(_)
        | Refusal::ChangedSince { .. }
        | Refusal::NoPlan
        | Refusal::NothingFailed
        | Refusal::ReplansSpent { .. }
        | Refusal::PlanReplaced { .. }
        | Refusal::ReplacedOtherwise(_)
        | Refusal::EmptyReplan
        | Refusal::TooEarly { .. }
        | Refusal::Illegal(_) => return None,
    })
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use model::{Fence, OpVersion, SessionId, SignalId, Standing, TaskKey, TaskNumber, TaskRef, ThreadId};

    use super::*;
    use crate::planloop::answer::testing;

    fn check(first: Refusal, error_type: &str, message: &str) {
        let answer = refusal(&first.into(), &Address::NONE);
        assert_eq!(answer.error_type, error_type);
        assert_eq!(answer.message, message);
        assert_eq!(answer.details, [message]);
    }

    #[test]
    fn wrong_names_and_graphs_are_told_apart() {
        let (task, signal) = (TaskNumber(3), SignalId::new("ci").unwrap());
        let unknown = TaskRef::Number(TaskNumber(9));
        check(
            Refusal::UnknownTask(unknown.clone()),
            "unknown_task",
            "There is no task 9.",
        );
        check(
            Refusal::UnknownSignal(signal),
            "unknown_signal",
            "There is no signal ci.",
        );
        check(
            Refusal::UnknownThread(ThreadId(4)),
            "unknown_thread",
            "There is no thread thread_4.",
        );
        check(
            Refusal::UnknownDependency {
                task,
                dependency: unknown,
            },
            "plan_validation_failed",
            "Task 3 depends on task 9, which does not exist.",
        );
        check(
            Refusal::Cycle(vec![task, TaskNumber(4)]),
            "plan_validation_failed",
            "Tasks wait for each other in a circle: 3 → 4 → 3.",
        );
        check(
            Refusal::DuplicateKey(TaskKey::from_title("a")),
            "plan_validation_failed",
            "Key a is used twice.",
        );
    }

    #[test]
    fn tasks_that_cannot_move_say_why() {
        let task = TaskNumber(3);
        let waiting_for = vec![TaskNumber(1), TaskNumber(2)];
        check(
            Refusal::NotReady { task, waiting_for },
            "task_not_ready",
            "Task 3 is not ready: it waits for 1, 2.",
        );
        let standing = Standing::Done;
        check(
            Refusal::Settled { task, standing },
            "task_not_ready",
            "Task 3 is DONE already; set it back to TODO first.",
        );
        let (by, until) = (testing::agent("ada"), testing::AT);
        check(
            Refusal::Taken { task, by, until },
            "task_taken",
            "Task 3 is held by ada until 2026-11-05T12:00:00.000Z.",
        );
        let (given, current) = (Fence(2), Some(Fence(5)));
        check(
            Refusal::StaleFence { task, given, current },
            "task_taken",
            "Fence 2 of task 3 is out of date: the claim was lost.",
        );
        check(
            Refusal::PlanNotComplete { open: 1, total: 2 },
            "plan_not_complete",
            "The plan is not complete: 1 of 2 tasks are open.",
        );
    }

    #[test]
    fn the_rest_is_an_invalid_request() {
        let (signal, session) = (SignalId::new("ci").unwrap(), SessionId::new("s").unwrap());
        check(
            Refusal::DerivedSignal(signal),
            "invalid_payload",
            "Signal ci is derived from the plan and cannot be raised or cleared by hand.",
        );
        let (what, size, limit) = ("title", 501, 500);
        check(
            Refusal::Limit { what, size, limit },
            "invalid_payload",
            "Title is too large: 501, and the limit is 500.",
        );
        check(
            Refusal::SessionExists(session),
            "invalid_payload",
            "Session s exists already.",
        );
    }

    #[test]
    fn a_conflict_names_both_versions() {
        let (seen, current) = (OpVersion(4), OpVersion(7));
        let answer = refusal(&Refusal::VersionConflict { seen, current }.into(), &Address::NONE);
        assert_eq!(answer.error_type, "version_conflict");
        assert_eq!(answer.version, Some(7));
        assert!(answer.message.contains("version 7") && answer.message.contains("is 4"));
    }
}
