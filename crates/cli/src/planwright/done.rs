use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;

/// Finish a task
///
/// If a teddy session was opened for it, its last report and the files that its turns changed become part of the outcome.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright done 3 --note \"Merged\" --file src/login.rs")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// What came of it
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// A file that was changed; may be repeated
    #[arg(long, value_name = "PATH")]
    file: Vec<String>,
    /// The fence that came with the claim; refused if the claim was lost meanwhile [default: $PLANWRIGHT_FENCE, for the
    /// task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let to = call.engine()?.finish(
        &call.door.setting,
        &call.target(),
        &args.task,
        args.note.as_deref(),
        args.file.clone(),
    )?;
    call.move_task("done", &args.task, to, args.fence)
}
