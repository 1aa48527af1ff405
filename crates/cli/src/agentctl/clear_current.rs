use render::agentctl::{clear_json, clear_text};

use super::call::{Answered, Call, Planning};

/// Empty the folder of the current thread, and keep the folder
///
/// The next commit then takes the thread's plan back.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan clear-current && agentctl plan commit")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let (folder, files) = engine.clear_current(&session, &by)?;
    Ok(call.answer(|| clear_json(&folder, &files), || clear_text(&folder, &files)))
}
