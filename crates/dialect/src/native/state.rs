//! The JSON shapes of a task's state and its particulars.

use model::{Claim, Dropped, DroppedAs, Evidence, Failure, Outcome, Standing, TaskState, Timestamp};
use serde::Serialize;

use super::time::rfc3339;

#[derive(Serialize)]
pub(super) struct StateShape<'a> {
    state: &'static str,
    #[serde(flatten)]
    particulars: Option<Particulars<'a>>,
}

/// What there is to say about the state, under the name that JSON gives it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Particulars<'a> {
    Claim(ClaimShape<'a>),
    Outcome(OutcomeShape<'a>),
    Failure(FailureShape<'a>),
    Dropped(DroppedShape<'a>),
}

#[derive(Serialize)]
pub(super) struct ClaimShape<'a> {
    agent: &'a str,
    since: String,
    until: String,
    fence: u64,
}

#[derive(Serialize)]
pub(super) struct OutcomeShape<'a> {
    by: &'a str,
    at: String,
    note: Option<&'a str>,
    files: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<EvidenceShape<'a>>,
}

/// A check that was run. Where there are none, nothing is said.
#[derive(Serialize)]
pub(super) struct EvidenceShape<'a> {
    command: &'a str,
    exit_code: Option<i32>,
    output: &'a str,
}

#[derive(Serialize)]
pub(super) struct FailureShape<'a> {
    by: &'a str,
    at: String,
    error: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    files: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<EvidenceShape<'a>>,
}

#[derive(Serialize)]
pub(super) struct DroppedShape<'a> {
    by: &'a str,
    at: String,
    how: &'static str,
    reason: Option<&'a str>,
}

pub(super) fn word(standing: Standing) -> &'static str {
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

impl<'a> From<&'a TaskState> for StateShape<'a> {
    fn from(state: &'a TaskState) -> Self {
        Self {
            state: word(state.standing()),
            particulars: particulars(state),
        }
    }
}

pub(super) fn particulars(state: &TaskState) -> Option<Particulars<'_>> {
    match state {
        TaskState::Todo => None,
        TaskState::Doing(claim) => Some(Particulars::Claim(claim.into())),
        TaskState::Done(outcome) => Some(Particulars::Outcome(outcome.into())),
        TaskState::Failed(failure) => Some(Particulars::Failure(failure.into())),
        TaskState::Dropped(dropped) => Some(Particulars::Dropped(dropped.into())),
    }
}

impl<'a> ClaimShape<'a> {
    /// The claim as it is at a moment. An entry of the log shows the stored values instead.
    pub fn seen(claim: &'a Claim, at: Timestamp) -> Self {
        Self {
            until: rfc3339(claim.ends(at)),
            ..Self::from(claim)
        }
    }
}

impl<'a> From<&'a Claim> for ClaimShape<'a> {
    fn from(claim: &'a Claim) -> Self {
        Self {
            agent: claim.agent.as_str(),
            since: rfc3339(claim.since),
            until: rfc3339(claim.until),
            fence: claim.fence.0,
        }
    }
}

fn shapes(evidence: &[Evidence]) -> Vec<EvidenceShape<'_>> {
    evidence.iter().map(EvidenceShape::from).collect()
}

impl<'a> From<&'a Evidence> for EvidenceShape<'a> {
    fn from(evidence: &'a Evidence) -> Self {
        Self {
            command: &evidence.command,
            exit_code: evidence.exit_code,
            output: &evidence.clip,
        }
    }
}

impl<'a> From<&'a Outcome> for OutcomeShape<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        Self {
            by: outcome.by.as_str(),
            at: rfc3339(outcome.at),
            note: outcome.note.as_deref(),
            files: &outcome.files,
            evidence: shapes(&outcome.evidence),
        }
    }
}

impl<'a> From<&'a Failure> for FailureShape<'a> {
    fn from(failure: &'a Failure) -> Self {
        Self {
            by: failure.by.as_str(),
            at: rfc3339(failure.at),
            error: &failure.error,
            files: &failure.files,
            evidence: shapes(&failure.evidence),
        }
    }
}

impl<'a> From<&'a Dropped> for DroppedShape<'a> {
    fn from(dropped: &'a Dropped) -> Self {
        Self {
            by: dropped.by.as_str(),
            at: rfc3339(dropped.at),
            how: how_word(dropped.how),
            reason: dropped.reason.as_deref(),
        }
    }
}
