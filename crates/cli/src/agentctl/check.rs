use render::agentctl::{check_json, check_text};

use super::call::{Answered, Call, Planning};

/// Check every folder, commit nothing
///
/// Says what a commit would say: every fault of every folder, or what stands in its way now.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan check --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let checked = match engine.check_plans(&session, &by) {
        Ok(checked) => checked,
        Err(error) => return Ok(call.failed_commit(&error)),
    };
    Ok(call.answer(|| check_json(&checked), || check_text(&checked)))
}
