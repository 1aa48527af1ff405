use model::{Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Mark a task as failed; work stops until it is resolved
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright fail 3 \"The API is gone\"")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// What went wrong
    #[arg(value_parser = flags::words)]
    error: String,
    /// The lease token of the claim; refused if another agent has claimed the task since [default: $PLANWRIGHT_FENCE, for
    /// the task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    call.move_task("fail", &args.task, Move::fail(&args.error), args.fence)
}
