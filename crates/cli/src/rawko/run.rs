use engine::{EngineError, Target};
use render::Address;
use render::run::Terms;

use super::call::{Answered, Call};
use super::plan;
use crate::answer::Answer;
use crate::flags;
use crate::run::{How, Ride};

/// Execute the plan with your agents until it is complete or has failed
///
/// With a TASK, rawko first makes a plan: with the planner if one is configured, else with one step. Each ready step goes to
/// an agent: the suggested one, else the successor of the last one, else the choice of the arbiter. You configure agents
/// below [agents.NAME]; the project cannot. A failed step and its dependents are replanned as often as you allow.
///
/// Acceptance criteria that begin with `run:` are commands that must succeed. They run in the root of the project with bash,
/// or else sh, and end at the first command that fails.
///
/// Ctrl-C stops the agents and releases their steps; a second Ctrl-C ends the run at once. With --json, every line is an
/// event, and the last one is `run_ended` or `run_refused`.
///
/// Exit codes: 0 the plan is complete; 1 a step failed, has no agent, or has no attempt left; 3 work is claimed,
/// blocked or unresolved; 4 stopped or not approved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rawko run
  rawko run \"Add a login form\" -y          plan it and execute the plan
  rawko run --jobs 4 --json
  rawko run --resolve done                  after a kill: the work is complete")]
pub struct Args {
    /// The task to plan and execute [default: continue the current plan]
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
