//! The plan that an answer is about, but for its tasks.

use engine::Listed;
use model::Counts;
use serde_json::{Value, json};

pub(super) fn plan_value(listed: &Listed) -> Value {
    let (session, plan) = (&listed.session, listed.plan.as_ref());
    json!({
        "session": session.id.as_str(),
        "goal": session.goal,
        "thread": listed.thread.id.to_string(),
        "title": plan.map(|plan| &plan.title),
        // The plan's own version; a replan makes the next one.
        "version": plan.map(|plan| plan.version),
        "counts": counts_value(listed.counts),
        // The session's version, which every operation moves.
        "op_version": session.version.0,
    })
}

pub fn counts_value(counts: Counts) -> Value {
    json!({
        "total": counts.total(),
        "todo": counts.todo,
        "doing": counts.doing,
        "done": counts.done,
        "failed": counts.failed,
        "dropped": counts.dropped,
    })
}
