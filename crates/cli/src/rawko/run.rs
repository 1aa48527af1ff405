use super::call::{Answered, Call};
use super::plan;
use crate::planwright::args;
use crate::run::{How, Ride, Words};
use dialect::Address;
use engine::Target;

/// Let agents work on the plan until it is complete or has failed
///
/// With a TASK, a plan is made for it first, by the planner if there is one, and otherwise of one step. Every step that is
/// ready is given to an agent: the suggested one, else the one that follows the last, else the one that the arbiter chooses.
/// Acceptance criteria that begin with `run:` are commands; a step is complete only when they succeed. A failed step and
/// what waits for it are planned anew, as often as you allow.
///
/// Exits 0 when the plan is complete, 1 if it failed, nobody is there for some steps, or no attempt is left, 3 if something is
/// held, blocked or unknown, 4 if it was stopped or not approved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rawko run
  rawko run \"Add a login form\" -y          plan it, and work it off
  rawko run --jobs 4 --json
  rawko run --resolve done                  what was interrupted by a kill had been done")]
pub struct Args {
    /// What is to be done; otherwise the current plan goes on
    #[arg(value_name = "TASK", value_parser = args::words)]
    task: Option<String>,
    #[command(flatten)]
    how: How,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let misfit = args.task.as_ref().and_then(|_| call.needs_no_plan("run TASK"));
    if let Some(misfit) = misfit {
        return Ok(misfit);
    }
    let target = match &args.task {
        Some(task) => plan::create::for_task(task, call)?,
        None => Target {
            session: Some(call.engine()?.session_of(&call.plan())?.to_string()),
            thread: None,
        },
    };
    let ride = Ride {
        target: &target,
        by: &call.person(),
        only: None,
        json: call.common.json,
        words: Words::Rawko,
        address: Address::NONE,
    };
    Ok(crate::run::run(call.door, &args.how, &ride))
}
