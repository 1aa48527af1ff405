use model::{DroppedAs, Move, TaskRef};

use super::call::{Answered, Call};
use crate::flags;

/// Drop a task; what waits for it stays, and is not released
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright drop 3 --reason \"Not needed any more\"")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// The fence that came with the claim; refused if the claim was lost meanwhile [default: $PLANWRIGHT_FENCE, for the
    /// task $PLANWRIGHT_TASK]
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
