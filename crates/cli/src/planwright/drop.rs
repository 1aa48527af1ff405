use model::{DroppedAs, Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Cancel a task; its dependents stay blocked
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright drop 3 --reason \"Not needed any more\"")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The reason
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// The lease token of the claim; refused if another agent has claimed the task since [default: $PLANWRIGHT_FENCE, for
    /// the task $PLANWRIGHT_TASK]
    #[arg(long, value_name = "N")]
    fence: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let to = Move::Drop {
        how: DroppedAs::Cancelled,
        reason: args.reason.clone(),
    };
    call.move_task("drop", &args.task, to, args.fence)
}
