use super::call::{Answered, Call, Planning};
use dialect::agentctl::answer::{DirView, dir_json, dir_text};

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
    let view = DirView {
        thread: folder.thread,
        plan_dir: &folder.shown(),
    };
    Ok(call.answer(|| dir_json(view), || dir_text(view)))
}
