use engine::Checked;
use render::agentctl::{check_json, check_text};

use super::call::{Answered, Call, Planning};

/// Check every folder, commit nothing
///
/// Says what a commit would say: every fault of every folder, or what stands in its way now. Nothing is allocated.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan check --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let checked = match call.planned()? {
        None => Ok(Checked::default()),
        Some(Planning {
            mut engine,
            session,
            by,
        }) => engine.check_plans(&session, &by),
    };
    match checked {
        Ok(checked) => Ok(call.answer(|| check_json(&checked), || check_text(&checked))),
        Err(error) => Ok(call.failed_commit(&error)),
    }
}
