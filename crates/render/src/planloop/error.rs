//! What planloop answers when a call failed.

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use engine::{EngineError, PlanError, ProjectError};
use model::{Refusal, Refusals};
use serde_json::{Value, json};

use super::{FULL_COMMAND, STATUS_COMMAND, sparse};
use crate::address::Address;
use crate::diagnostics::{PLAN_VALIDATION_FAILED, diagnostics_value};
use crate::errors::{self, Trouble, exit};

pub const INVALID_PAYLOAD: &str = "invalid_payload";

/// `cause` adds the diagnostics and the version of the session, if the engine knows them.
pub fn error_json(trouble: &Trouble, cause: Option<&EngineError>) -> String {
    let (diagnostics, version) = match cause {
        Some(EngineError::Plan(
            PlanError::Invalid { diagnostics, version } | PlanError::Rejected { diagnostics, version },
        )) => (diagnostics.as_slice(), Some(version.0)),
        // A session that could not be opened has no version.
        Some(EngineError::Plan(PlanError::Refused { version, .. })) => {
            (&[][..], Some(version.0).filter(|version| *version > 0))
        }
        _ => (&[][..], None),
    };
    let mut diagnostics = diagnostics_value(diagnostics);
    for fields in diagnostics
        .as_array_mut()
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        // Callers find the place by line and column. Byte offsets into a payload would only repeat it.
        fields.retain(|name, _| name != "span");
    }
    let answer = json!({
        "status": "error",
        "error_type": trouble.kind,
        "message": trouble.message,
        "details": trouble.details,
        "diagnostics": diagnostics.as_array().filter(|diagnostics| !diagnostics.is_empty()),
        "hint": trouble.hint,
        "version": version,
    });
    pretty(&sparse(answer, &[]))
}

/// Like [`errors::engine_error`], with planloop's own words where it has some.
pub fn engine_error(error: &EngineError, address: &Address<'_>) -> Trouble {
    use EngineError as E;
    let trouble = errors::engine_error(error, address);
    let kind = match error {
        E::Plan(PlanError::Refused { refusals, .. }) => return refusal(refusals, address).with_exit(trouble.exit),
        E::Plan(PlanError::Invalid { .. }) => INVALID_PAYLOAD,
        _ => trouble.kind,
    };
    let message = match error {
        E::Plan(PlanError::Invalid { .. }) => {
            "The payload could not be read, and nothing was changed. Fix what is listed and send it again.".to_owned()
        }
        E::Plan(PlanError::Rejected { .. }) => {
            "The submitted plan is invalid and was rejected. You must fix the plan and resubmit.".to_owned()
        }
        E::Plan(PlanError::UnknownThread { session, thread }) => format!("Session '{session}' has no {thread}."),
        E::Plan(PlanError::UnknownSession { wanted, .. }) => format!("There is no session '{wanted}'."),
        E::Project(ProjectError::NoSession) => "There is no session in this project yet.".to_owned(),
        _ => return trouble,
    };
    let hint = match error {
        E::Project(_) => "Start one with `planloop start --goal \"…\"`, or name one with `--session`.",
        E::Plan(PlanError::UnknownSession { .. }) => "`planloop sessions` lists them.",
        _ => "",
    };
    Trouble::of(&message, (kind, trouble.exit), hint).with_details(trouble.details)
}

/// The first refusal decides the type; the details list all of them.
fn refusal(refusals: &Refusals, address: &Address<'_>) -> Trouble {
    let first = refusals.first();
    let trouble = Trouble::of(&sentence(first), (kind(first), exit::INVALID), &hint(first, address));
    trouble.with_details(refusals.iter().map(sentence))
}

fn sentence(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Taken { task, by, until } => format!("Task {task} is held by {by} until {}.", rfc3339(*until)),
        Refusal::VersionConflict { seen, current } => {
            format!("The session is at version {current}, but `last_seen_version` is {seen}. Nothing was changed.")
        }
        _ => {
            let text = refusal.to_string();
            let mut chars = text.chars();
            let first = chars.next().map(char::to_uppercase).into_iter().flatten();
            first.chain(chars).chain(['.']).collect()
        }
    }
}

fn kind(refusal: &Refusal) -> &'static str {
    use Refusal as R;
    match refusal {
        R::UnknownTask(_) => "unknown_task",
        R::UnknownSignal(_) => "unknown_signal",
        R::UnknownThread(_) => "unknown_thread",
        R::NotReady { .. } | R::Settled { .. } => "task_not_ready",
        R::Taken { .. } | R::StaleFence { .. } => "task_taken",
        R::PlanNotComplete { .. } => "plan_not_complete",
        R::UnknownDependency { .. } | R::Cycle(_) | R::DuplicateKey(_) => PLAN_VALIDATION_FAILED,
        R::VersionConflict { .. } | R::ChangedSince { .. } | R::PlanReplaced { .. } | R::ReplacedOtherwise(_) => {
            "version_conflict"
        }
        R::DerivedSignal(_) | R::Limit { .. } | R::HollowCheck { .. } | R::SessionExists(_) => INVALID_PAYLOAD,
        R::NoPlan | R::NothingFailed | R::ReplansSpent { .. } | R::EmptyReplan | R::TooEarly { .. } => INVALID_PAYLOAD,
        R::Illegal(_) | R::PrimaryThread | R::FirstOperation(_) | R::OnlyClaims(_) => INVALID_PAYLOAD,
    }
}

/// Empty for a refusal that says itself what to do.
fn hint(refusal: &Refusal, address: &Address<'_>) -> String {
    use Refusal as R;
    let [status, full] = [STATUS_COMMAND, FULL_COMMAND].map(|command| address.on(command));
    let hint: &str = match refusal {
        R::UnknownTask(_) => &format!("The ids of all tasks stand in `{full}`."),
        R::UnknownSignal(_) => &format!("`{status}` lists the open signals; give --level and --message to open one."),
        R::NotReady { .. } => "Finish what it waits for first, or waive it with a new `dependencies` list.",
        R::Settled { .. } => "Set it to TODO first if it has to be done again.",
        R::Taken { .. } => &format!("Leave it to its holder; `{status}` finds you something else."),
        R::StaleFence { .. } => &format!("The claim went to somebody else. Ask `{status}` before you go on."),
        R::VersionConflict { .. } => {
            &format!("Look at `{status}`, adapt the change to what is there now, and send it with the new version.")
        }
        R::PlanNotComplete { .. } => "Finish or cancel the open tasks first, or do so in the same payload.",
        R::DerivedSignal(_) => &format!("It goes away by itself once its cause is gone; `{status}` says how."),
        R::Limit { .. } => "Make it smaller, or split it.",
        R::HollowCheck { .. } => "Write the command behind `run:`, or leave the criterion out.",
        _ => "",
    };
    hint.to_owned()
}

#[cfg(test)]
mod tests {
    use model::{SessionId, TaskKey, TaskNumber, TaskRef, ThreadId};

    use super::*;

    /// The refusals that no case under `spec/003` provokes.
    #[test]
    fn refusals_have_a_type_and_a_sentence() {
        let check = |first: Refusal, kind: &str, message: &str| {
            let trouble = refusal(&first.into(), &Address::NONE);
            assert_eq!((trouble.kind, trouble.message.as_str()), (kind, message));
            assert_eq!(trouble.details, [message]);
        };
        let (task, dependency) = (TaskNumber(3), TaskRef::Number(TaskNumber(9)));
        check(
            Refusal::UnknownThread(ThreadId(4)),
            "unknown_thread",
            "There is no thread thread_4.",
        );
        check(
            Refusal::UnknownDependency { task, dependency },
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
        let (what, size, limit) = ("title", 501, 500);
        check(
            Refusal::Limit { what, size, limit },
            "invalid_payload",
            "Title is too large: 501, and the limit is 500.",
        );
        check(
            Refusal::SessionExists(SessionId::new("s").unwrap()),
            "invalid_payload",
            "Session s exists already.",
        );
    }
}
