//! A task on the wire.

use std::borrow::Cow;

use model::{AgentName, Claim, Kind, Standing, Task, Timestamp};
use serde::Serialize;

use super::cut::Cut;
use super::time::rfc3339;
use crate::planloop::payload::Status;

#[derive(Serialize)]
pub(super) struct TaskShape<'a> {
    id: u32,
    title: Cow<'a, str>,
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    status: &'static str,
    dependencies: Vec<u32>,
    context_hints: Vec<Cow<'a, str>>,
    relevant_file_paths: Vec<Cow<'a, str>>,
    #[serde(flatten)]
    more: Option<MoreShape<'a>>,
    #[serde(flatten)]
    claim: Option<ClaimShape<'a>>,
}

/// What a task from another door says about itself. planloop's own tasks have none of it.
#[derive(Serialize)]
struct MoreShape<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    description: Cow<'a, str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    subtasks: Vec<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    acceptance_criteria: Vec<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
}

#[derive(Serialize)]
struct ClaimShape<'a> {
    claimed_by: &'a str,
    claim_expires_at: String,
    fence: u64,
}

/// A task among others that changed, where space is short.
#[derive(Serialize)]
pub(super) struct TaskLineShape<'a> {
    id: u32,
    title: Cow<'a, str>,
    status: &'static str,
}

/// Who is looking, and when.
#[derive(Clone, Copy)]
pub(super) struct Eye<'a> {
    pub asker: &'a AgentName,
    pub at: Timestamp,
}

impl<'a> TaskShape<'a> {
    pub fn new(task: &'a Task, eye: Eye<'_>, cut: &Cut) -> Self {
        let brief = &task.brief;
        Self {
            id: task.number.0,
            title: cut.text(&brief.title),
            kind: brief.kind.map(Kind::word),
            status: status(task).word(),
            dependencies: cut.list(&task.after).iter().map(|number| number.0).collect(),
            context_hints: cut.texts(&brief.hints),
            relevant_file_paths: cut
                .list(&brief.paths)
                .iter()
                .map(|path| cut.text(path.to_string()))
                .collect(),
            more: None,
            claim: task
                .claim()
                .filter(|claim| eye.sees_held(claim))
                .map(|claim| ClaimShape::new(claim, eye)),
        }
    }

    /// With everything that its worker should know.
    pub fn whole(task: &'a Task, eye: Eye<'_>, cut: &Cut) -> Self {
        let brief = &task.brief;
        Self {
            more: Some(MoreShape {
                description: cut.text(brief.body.as_str()),
                subtasks: cut.texts(&brief.checklist),
                acceptance_criteria: cut.texts(&brief.acceptance),
                agent: brief.agent.as_ref().map(AgentName::as_str),
            }),
            ..Self::new(task, eye, cut)
        }
    }
}

impl<'a> ClaimShape<'a> {
    fn new(claim: &'a Claim, eye: Eye<'_>) -> Self {
        Self {
            claimed_by: claim.agent.as_str(),
            claim_expires_at: rfc3339(claim.ends(eye.at)),
            fence: claim.fence.0,
        }
    }
}

impl<'a> TaskLineShape<'a> {
    pub fn new(task: &'a Task, cut: &Cut) -> Self {
        Self {
            id: task.number.0,
            title: cut.text(&task.brief.title),
            status: status(task).word(),
        }
    }
}

impl Eye<'_> {
    /// An expired claim is free to others, but its holder may still finish and needs the fence.
    pub fn sees_held(self, claim: &Claim) -> bool {
        claim.is_live(self.at) || claim.agent == *self.asker
    }
}

/// A failed task is open work; that it failed is told by a signal.
pub(super) fn status(task: &Task) -> Status {
    match task.standing() {
        Standing::Todo | Standing::Failed => Status::Todo,
        Standing::Doing => Status::InProgress,
        Standing::Done => Status::Done,
        Standing::Dropped => Status::Cancelled,
    }
}
