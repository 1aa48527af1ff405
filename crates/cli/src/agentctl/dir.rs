use render::agentctl::{dir_json, dir_text};

use super::call::{Answered, Call, Planning};

/// Print the folder of the current thread's plan
#[derive(clap::Args)]
#[command(after_help = "Example:\n  DIR=\"$(agentctl plan dir)\"")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let folder = engine.current_plan_folder(&session, &by)?;
    Ok(call.answer(|| dir_json(&folder), || dir_text(&folder)))
}
