use model::{Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Set a task back to the start: hand back a claim, retry a failure, take up a settled task again
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright reopen 3")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The fence that came with the claim; refused if the claim was lost meanwhile [default: $PLANWRIGHT_FENCE, for the
    /// task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    call.move_task("reopen", &args.task, Move::Reopen, args.fence)
}
