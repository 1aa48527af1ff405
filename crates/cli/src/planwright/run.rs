use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;
use render::run::Terms;

use crate::run::{How, Ride};

/// Let agents work on the plan until it is complete, or nothing more can be done
///
/// Every task that is ready is given to an agent: the one that the plan suggests, else the one that follows the last, else
/// the one that a language model chooses. Agents are configured by you, below [agents.NAME], and never by the project.
/// Acceptance criteria that begin with `run:` are commands; a task counts as done only when they succeed. They are scripts
/// for bash, or else sh, in the root of the project, and end at the first command that fails.
///
/// Ctrl-C stops the agents and hands their tasks back; the next run goes on where this one was. A second Ctrl-C ends the run
/// at once. With --json, every line is an event, and the last one is `run_ended` or `run_refused`.
///
/// Exits 0 when everything is done, 1 if a task failed, nobody is there for some, or no attempt is left, 3 if something is
/// held, blocked or unknown, 4 if it was stopped or not approved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright run
  planwright run --jobs 4 -y              four at once, and nobody is asked
  planwright run add-login                only this task
  planwright run --resolve again          what a kill left may be done anew
  planwright run --json | jq .event")]
pub struct Args {
    /// Only this task, by number or key; otherwise the whole plan
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
