use engine::{EngineError, Target};
use render::Address;
use render::run::Terms;

use super::call::{Answered, Call};
use super::plan;
use crate::answer::Answer;
use crate::flags;
use crate::run::{How, Ride};

/// Let agents work on the plan until it is complete or has failed
///
/// With a TASK, a plan is made for it first, by the planner if there is one, and otherwise of one step. Every step that is
/// ready is given to an agent: the suggested one, else the one that follows the last, else the one that the arbiter chooses.
/// Acceptance criteria that begin with `run:` are commands; a step is complete only when they succeed. They are scripts for
/// bash, or else sh, in the root of the project, and end at the first command that fails. A failed step and
/// what waits for it are planned anew, as often as you allow.
///
/// Ctrl-C stops the agents and hands their steps back; a second one ends the run at once. With --json, every line is an event,
/// and the last one is `run_ended` or `run_refused`.
///
/// Exits 0 when the plan is complete, 1 if it failed, nobody is there for some steps, or no attempt is left, 3 if something is
/// held, blocked or unknown, 4 if it was stopped or not approved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rawko run
  rawko run \"Add a login form\" -y          plan it, and work it off
  rawko run --jobs 4 --json
  rawko run --resolve done                  what a kill left had been done")]
pub struct Args {
    /// What is to be done; otherwise the current plan goes on
    #[arg(value_name = "TASK", value_parser = flags::words)]
    task: Option<String>,
    #[command(flatten)]
    how: How,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let target = match target(args, call) {
        Ok(target) => target,
        Err(answer) => return Ok(answer),
    };
    let ride = Ride {
        target: &target,
        by: &call.person(),
        only: None,
        json: call.common.json,
        terms: Terms::Rawko,
        address: Address::NONE,
    };
    Ok(crate::run::run(call.door, &args.how, &ride))
}

/// The plan to run; the answer if there is none.
fn target(args: &Args, call: &Call<'_>) -> Result<Target, Answer> {
    let refused = |error: EngineError| call.refused(&error);
    let Some(task) = &args.task else {
        let session = call
            .writing(&call.plan())
            .and_then(|mut engine| engine.session_of(&call.plan()));
        return Ok(Target {
            session: Some(session.map_err(refused)?.to_string()),
            thread: None,
        });
    };
    if let Some(trouble) = call.needs_no_plan("run TASK") {
        return Err(crate::run::refused(&trouble, call.common.json));
    }
    plan::create::for_task(task, call).map_err(refused)
}
