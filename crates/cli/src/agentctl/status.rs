use super::call::{Answered, Call, Planning};
use dialect::agentctl::answer::{StatusView, status_json, status_text};
use model::ThreadId;

/// Show the threads, their folders, what is committed, and what differs on the disk
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan status --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let status = engine.plan_status(&session, &by)?;
    let view = StatusView {
        session: &session,
        current: ThreadId::PRIMARY,
        threads: &status.threads,
        leaving: &status.leaving,
    };
    Ok(call.answer(|| status_json(&view), || status_text(&view)))
}
