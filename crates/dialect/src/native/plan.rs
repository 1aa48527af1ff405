//! The plan that an answer is about.

use model::{Counts, Plan, Session, ThreadId};
use serde::Serialize;

/// Everything about a thread's plan but its tasks.
#[derive(Debug, Clone, Copy)]
pub struct PlanView<'a> {
    pub session: &'a Session,
    pub thread: ThreadId,
    /// `None` where the thread has no plan.
    pub plan: Option<&'a Plan>,
    /// Of the whole plan, whatever part of it is shown.
    pub counts: Counts,
}

#[derive(Serialize)]
pub(super) struct PlanShape<'a> {
    session: &'a str,
    goal: Option<&'a str>,
    thread: String,
    title: Option<&'a str>,
    /// The plan's own version; a replan makes the next one.
    version: Option<u32>,
    counts: CountsShape,
    /// The session's version, which every operation moves.
    op_version: u64,
}

#[derive(Serialize)]
pub(super) struct CountsShape {
    total: u64,
    todo: u64,
    doing: u64,
    done: u64,
    failed: u64,
    dropped: u64,
}

impl<'a> From<&PlanView<'a>> for PlanShape<'a> {
    fn from(view: &PlanView<'a>) -> Self {
        Self {
            session: view.session.id.as_str(),
            goal: view.session.goal.as_deref(),
            thread: view.thread.to_string(),
            title: view.plan.map(|plan| plan.title.as_str()),
            version: view.plan.map(|plan| plan.version),
            counts: view.counts.into(),
            op_version: view.session.version.0,
        }
    }
}

impl From<Counts> for CountsShape {
    fn from(counts: Counts) -> Self {
        Self {
            total: counts.total(),
            todo: counts.todo,
            doing: counts.doing,
            done: counts.done,
            failed: counts.failed,
            dropped: counts.dropped,
        }
    }
}
