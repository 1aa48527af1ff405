//! What planloop answers when a call failed.

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use engine::EngineError;
use model::{Refusal, Refusals};
use serde_json::{Value, json};

use super::{FULL_COMMAND, STATUS_COMMAND, sparse};
use crate::address::Address;
use crate::diagnostics::{PLAN_VALIDATION_FAILED, diagnostics_value};
use crate::errors::{self, Trouble};

pub const INVALID_PAYLOAD: &str = "invalid_payload";

/// `cause` adds the diagnostics and the version of the session, if the engine knows them.
pub fn error_json(trouble: &Trouble, cause: Option<&EngineError>) -> String {
    let (diagnostics, version) = match cause {
        Some(EngineError::Invalid { diagnostics, version } | EngineError::Rejected { diagnostics, version }) => {
            (diagnostics.as_slice(), Some(version.0))
        }
        // A session that could not be opened has no version.
        Some(EngineError::Refused { version, .. }) => (&[][..], Some(version.0).filter(|version| *version > 0)),
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
    let mut trouble = errors::engine_error(error, address);
    let reworded = |message: &str, hint: Option<&str>| (message.to_owned(), hint.map(str::to_owned));
    (trouble.message, trouble.hint) = match error {
        EngineError::Invalid { .. } => {
            trouble.kind = INVALID_PAYLOAD;
            let message =
                "The payload could not be read, and nothing was changed. Fix what is listed and send it again.";
            reworded(message, None)
        }
        EngineError::Rejected { .. } => {
            let message = "The submitted plan is invalid and was rejected. You must fix the plan and resubmit.";
            reworded(message, None)
        }
        EngineError::NoSession => {
            let hint = "Start one with `planloop start --goal \"…\"`, or name one with `--session`.";
            reworded("There is no session in this project yet.", Some(hint))
        }
        EngineError::UnknownThread { session, thread } => {
            reworded(&format!("Session '{session}' has no {thread}."), None)
        }
        EngineError::UnknownSession { wanted, .. } => {
            let message = format!("There is no session '{wanted}'.");
            reworded(&message, Some("`planloop sessions` lists them."))
        }
        EngineError::Refused { refusals, .. } => return refusal(refusals, address).with_exit(trouble.exit),
        _ => return trouble,
    };
    trouble
}

/// The first refusal decides the type; the details list all of them.
fn refusal(refusals: &Refusals, address: &Address<'_>) -> Trouble {
    let first = refusals.first();
    let (kind, hint) = kind_and_hint(first, address);
    Trouble {
        hint,
        ..Trouble::new(kind, sentence(first)).with_details(refusals.iter().map(sentence))
    }
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

fn kind_and_hint(refusal: &Refusal, address: &Address<'_>) -> (&'static str, Option<String>) {
    let status = address.on(STATUS_COMMAND);
    let (kind, hint) = match refusal {
        Refusal::UnknownTask(_) => {
            let full = address.on(FULL_COMMAND);
            ("unknown_task", format!("The ids of all tasks stand in `{full}`."))
        }
        Refusal::UnknownSignal(_) => {
            let hint = format!("`{status}` lists the open signals; give --level and --message to open one.");
            ("unknown_signal", hint)
        }
        Refusal::NotReady { .. } => {
            let hint = "Finish what it waits for first, or waive it with a new `dependencies` list.";
            ("task_not_ready", hint.to_owned())
        }
        Refusal::Settled { .. } => (
            "task_not_ready",
            "Set it to TODO first if it has to be done again.".to_owned(),
        ),
        Refusal::Taken { .. } => {
            let hint = format!("Leave it to its holder; `{status}` finds you something else.");
            ("task_taken", hint)
        }
        Refusal::StaleFence { .. } => {
            let hint = format!("The claim went to somebody else. Ask `{status}` before you go on.");
            ("task_taken", hint)
        }
        Refusal::VersionConflict { .. } => {
            let hint = "adapt the change to what is there now, and send it with the new version.";
            ("version_conflict", format!("Look at `{status}`, {hint}"))
        }
        Refusal::PlanNotComplete { .. } => {
            let hint = "Finish or cancel the open tasks first, or do so in the same payload.";
            ("plan_not_complete", hint.to_owned())
        }
        Refusal::DerivedSignal(_) => {
            let hint = format!("It goes away by itself once its cause is gone; `{status}` says how.");
            (INVALID_PAYLOAD, hint)
        }
        Refusal::Limit { .. } => (INVALID_PAYLOAD, "Make it smaller, or split it.".to_owned()),
        Refusal::HollowCheck { .. } => {
            let hint = "Write the command behind `run:`, or leave the criterion out.";
            (INVALID_PAYLOAD, hint.to_owned())
        }
        Refusal::UnknownThread(_) => return ("unknown_thread", None),
        Refusal::UnknownDependency { .. } | Refusal::Cycle(_) | Refusal::DuplicateKey(_) => {
            return (PLAN_VALIDATION_FAILED, None);
        }
        Refusal::ChangedSince { .. } | Refusal::PlanReplaced { .. } | Refusal::ReplacedOtherwise(_) => {
            return ("version_conflict", None);
        }
        Refusal::SessionExists(_)
        | Refusal::NoPlan
        | Refusal::NothingFailed
        | Refusal::ReplansSpent { .. }
        | Refusal::EmptyReplan
        | Refusal::TooEarly { .. }
        | Refusal::Illegal(_)
        | Refusal::PrimaryThread
        | Refusal::FirstOperation(_)
        | Refusal::OnlyClaims(_) => return (INVALID_PAYLOAD, None),
    };
    (kind, Some(hint))
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
