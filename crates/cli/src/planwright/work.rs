use engine::turns::{NewSession, TaskWork};
use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;
use crate::teddy;

/// Open a teddy session for a task
///
/// Claims the task for you. A CONCLUDE at the top level of the session, or `planwright done`, marks the task as done, with
/// the report as its result.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright work add-login
  planwright work 3 --name login-form")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The name of the session [default: the key of the task]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The agent of the first turn; see `teddy get-prompt --list`
    #[arg(long, value_name = "AGENT")]
    prompt: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let (target, by) = (call.target(), call.asker());
    let key = match (&args.name, &args.task) {
        (Some(name), _) => name.clone(),
        (None, task) => call.engine()?.show(&target, task)?.task.key.to_string(),
    };
    let wanted = NewSession {
        name: &key,
        agent: args.prompt.as_deref(),
        task: Some(TaskWork {
            target: &target,
            by: &by,
            task: &args.task,
        }),
    };
    Ok(teddy::open_session(call.door, call.common.json, &wanted))
}
