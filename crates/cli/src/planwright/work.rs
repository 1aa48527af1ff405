use engine::turns::{NewSession, TaskWork};
use model::TaskRef;

use super::call::{Answered, Call};
use crate::flags;
use crate::teddy;

/// Open a teddy session whose turns advance a task
///
/// The task is taken for you. A CONCLUDE at the top level of the session, or `planwright done`, finishes it, with the
/// report as its outcome.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright work add-login
  planwright work 3 --name login-form")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// What the session is called; the task's key otherwise
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The agent whose prompt the first turn gets; see `teddy get-prompt --list`
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
