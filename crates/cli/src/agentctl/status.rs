use engine::PlanStatus;
use model::ThreadId;
use render::agentctl::{status_json, status_text};

use super::call::{Answered, Call, Planning};

/// Show the threads, their folders, what is committed, and what differs on the disk
///
/// Nothing is allocated; `plan dir` does that.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan status --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let status = match call.planned()? {
        None => PlanStatus::unopened(),
        Some(Planning {
            mut engine,
            session,
            by,
        }) => engine.plan_status(&session, &by)?,
    };
    let current = ThreadId::PRIMARY;
    Ok(call.answer(|| status_json(current, &status), || status_text(current, &status)))
}
