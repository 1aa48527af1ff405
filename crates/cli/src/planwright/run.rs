use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;
use render::run::Terms;

use crate::run::{How, Ride};

/// Execute the plan with your agents
///
/// The run ends when the plan is complete or no task can continue. Each ready task goes to an agent: the one that the plan suggests, else the successor of the last one, else the choice of a
/// language model. You configure agents below [agents.NAME]; the project cannot.
///
/// Acceptance criteria that begin with `run:` are commands that must succeed. They run in the root of the project with bash,
/// or else sh, and end at the first command that fails.
///
/// Ctrl-C stops the agents and releases their tasks; the next run continues. A second Ctrl-C ends the run at once. With
/// --json, every line is an event, and the last one is `run_ended` or `run_refused`.
///
/// Exit codes: 0 all tasks are done; 1 a task failed, has no agent, or has no attempt left; 3 work is claimed, blocked or
/// unresolved; 4 stopped or not approved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright run
  planwright run --jobs 4 -y              four at once, without confirmation
  planwright run add-login                only this task
  planwright run --resolve again          after a kill: start those tasks again
  planwright run --json | jq .event")]
pub struct Args {
    /// The number or key of a task [default: the whole plan]
    #[arg(value_parser = flags::task)]
    task: Option<TaskRef>,
    #[command(flatten)]
    how: How,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let ride = Ride {
        target: &call.target(),
        by: &call.asker(),
        only: args.task.as_ref(),
        json: call.common.json,
        terms: Terms::Planwright,
        address: call.address(),
    };
    Ok(crate::run::run(call.door, &args.how, &ride))
}
