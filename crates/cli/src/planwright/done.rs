use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;

/// Mark a task as done
///
/// If a teddy session was opened for the task, its last report and changed files become part of the result.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright done 3 --note \"Merged\" --file src/login.rs")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The result
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// A file that was changed; may be repeated
    #[arg(long, value_name = "PATH")]
    file: Vec<String>,
    /// The lease token of the claim; refused if another agent has claimed the task since [default: $PLANWRIGHT_FENCE, for
    /// the task $PLANWRIGHT_TASK]
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
