use model::{Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Say that a task failed; work stops until it is reopened, finished or dropped
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright fail 3 \"The API is gone\"")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// What went wrong
    #[arg(value_parser = flags::words)]
    error: String,
    /// The fence that came with the claim; refused if the claim was lost meanwhile [default: $PLANWRIGHT_FENCE, for the
    /// task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    call.move_task("fail", &args.task, Move::fail(&args.error), args.fence)
}
