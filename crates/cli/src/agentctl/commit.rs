use render::agentctl::{commit_json, commit_text};

use super::call::{Answered, Call, Planning};

/// Check every folder, and make all of them plans, or none
///
/// A task keeps its state as long as its id stays. A commit that changes nothing makes no new version.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan commit")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let committed = match engine.commit_plans(&session, &by) {
        Ok(committed) => committed,
        Err(error) => return Ok(call.failed_commit(&error)),
    };
    Ok(call.answer(|| commit_json(&committed), || commit_text(&committed)))
}
