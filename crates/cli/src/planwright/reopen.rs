use model::{Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Set a task back to todo: release it, retry it or redo it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright reopen 3")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The lease token of the claim; refused if another agent has claimed the task since [default: $PLANWRIGHT_FENCE, for
    /// the task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    call.move_task("reopen", &args.task, Move::Reopen, args.fence)
}
