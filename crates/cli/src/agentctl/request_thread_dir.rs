use render::agentctl::dir_json;

use super::call::{Answered, Call, Planning};
use crate::answer::Answer;

/// Get a folder for one more thread
///
/// Answers {"thread_id":"…","plan_dir":"…"}, also without --json.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  REQ=\"$(agentctl plan request-thread-dir)\"")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let folder = engine.request_thread(&session, &by)?;
    Ok(Answer::done(dir_json(&folder)))
}
