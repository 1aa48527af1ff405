//! A task on the wire.

use dialect::planloop::Status;
use dialect::text::time::rfc3339;
use model::{AgentName, Claim, Kind, Standing, Task, Timestamp};
use serde_json::{Value, json};

use super::cut::Cut;
use super::{sparse, unless_empty};

/// The agent that asks, and the time of its call.
#[derive(Clone, Copy)]
pub(super) struct Viewer<'a> {
    pub agent: &'a AgentName,
    pub at: Timestamp,
}

impl Viewer<'_> {
    /// The claim on a task. An expired claim is shown only to its owner, who may still finish and needs the lease token.
    pub fn claim(self, task: &Task) -> Option<&Claim> {
        let claim = task.claim()?;
        (claim.is_live(self.at) || claim.agent == *self.agent).then_some(claim)
    }
}

/// A whole task has everything that its worker needs. planloop's own tasks have none of the further fields.
pub(super) fn task_value(task: &Task, is_whole: bool, viewer: Viewer<'_>, cut: &Cut) -> Value {
    let brief = &task.brief;
    let paths = cut.list(&brief.paths).iter().map(|path| cut.text(path.to_string()));
    let further = is_whole.then_some(brief);
    let claim = viewer.claim(task);
    let value = json!({
        "id": task.number.0,
        "title": cut.text(&brief.title),
        "type": brief.kind.map(Kind::word),
        "status": status(task).word(),
        "dependencies": cut.list(&task.after).iter().map(|number| number.0).collect::<Vec<_>>(),
        "context_hints": cut.texts(&brief.hints),
        "relevant_file_paths": paths.collect::<Vec<_>>(),
        "description": further.map(|brief| cut.text(&brief.body)).filter(|body| !body.is_empty()),
        "subtasks": further.and_then(|brief| unless_empty(cut.texts(&brief.checklist))),
        "acceptance_criteria": further.and_then(|brief| unless_empty(cut.texts(&brief.acceptance))),
        "agent": further.and_then(|brief| Some(brief.agent.as_ref()?.as_str())),
        "claimed_by": claim.map(|claim| claim.agent.as_str()),
        "claim_expires_at": claim.map(|claim| rfc3339(claim.ends(viewer.at))),
        "fence": claim.map(|claim| claim.fence.0),
    });
    sparse(value, &["type"])
}

/// A task in a list of changes, where space is short.
pub(super) fn task_line(task: &Task, cut: &Cut) -> Value {
    json!({"id": task.number.0, "title": cut.text(&task.brief.title), "status": status(task).word()})
}

/// A failed task is open work; a signal reports the failure.
pub(super) fn status(task: &Task) -> Status {
    match task.standing() {
        Standing::Todo | Standing::Failed => Status::Todo,
        Standing::Doing => Status::InProgress,
        Standing::Done => Status::Done,
        Standing::Dropped => Status::Cancelled,
    }
}
