//! The state of a task as JSON.

use dialect::text::time::rfc3339;
use model::{Claim, DroppedAs, Evidence, Standing, TaskState};
use serde_json::{Value, json};

pub(crate) fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Todo => "todo",
        Standing::Doing => "doing",
        Standing::Done => "done",
        Standing::Failed => "failed",
        Standing::Dropped => "dropped",
    }
}

pub(super) fn how_word(how: DroppedAs) -> &'static str {
    match how {
        DroppedAs::Cancelled => "cancelled",
        DroppedAs::Skipped => "skipped",
    }
}

/// The state with its particulars, as the log stores it.
pub(super) fn state_value(state: &TaskState) -> Value {
    let mut value = json!({"state": word(state.standing())});
    if let Some((name, particulars)) = particulars(state) {
        value[name] = particulars;
    }
    value
}

/// What there is to say about the state, and the key for it.
pub(super) fn particulars(state: &TaskState) -> Option<(&'static str, Value)> {
    Some(match state {
        TaskState::Todo => return None,
        TaskState::Doing(claim) => ("claim", claim_value(claim)),
        TaskState::Done(outcome) => {
            let mut value = json!({
                "by": outcome.by.as_str(),
                "at": rfc3339(outcome.at),
                "note": outcome.note,
                "files": outcome.files,
            });
            add_evidence(&mut value, &outcome.evidence);
            ("outcome", value)
        }
        TaskState::Failed(failure) => {
            let mut value = json!({
                "by": failure.by.as_str(),
                "at": rfc3339(failure.at),
                "error": failure.error,
            });
            if !failure.files.is_empty() {
                value["files"] = json!(failure.files);
            }
            add_evidence(&mut value, &failure.evidence);
            ("failure", value)
        }
        TaskState::Dropped(dropped) => (
            "dropped",
            json!({
                "by": dropped.by.as_str(),
                "at": rfc3339(dropped.at),
                "how": how_word(dropped.how),
                "reason": dropped.reason,
            }),
        ),
    })
}

pub(super) fn claim_value(claim: &Claim) -> Value {
    json!({
        "agent": claim.agent.as_str(),
        "since": rfc3339(claim.since),
        "until": rfc3339(claim.until),
        "fence": claim.fence.0,
    })
}

/// The checks that were run; no key if there are none.
fn add_evidence(value: &mut Value, evidence: &[Evidence]) {
    let check = |evidence: &Evidence| {
        json!({
            "command": evidence.command,
            "exit_code": evidence.exit_code,
            "output": evidence.clip,
        })
    };
    if !evidence.is_empty() {
        value["evidence"] = evidence.iter().map(check).collect();
    }
}
