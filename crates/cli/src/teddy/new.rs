use super::call::{Answered, Call};
use crate::planwright::args;
use dialect::teddy::answer::{NewView, new_hint, new_json, new_text};
use engine::turns::{NewSession, TaskWork};
use model::TaskRef;

/// Open a session: a folder of turns below .teddy
///
/// The first turn gets the prompt of an agent. Prints the path of the session's folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy new implement-auth-flow
  teddy new fix-login --agent debugger
  teddy new login-form --task add-login     its turns advance a task")]
pub struct Args {
    /// A few words in kebab case
    #[arg(value_name = "NAME")]
    name: String,
    /// Who begins; see `teddy get-prompt --list`
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// The number or key of a task that the session's turns advance; it is taken for you
    #[arg(long, value_name = "KEY", value_parser = args::task)]
    task: Option<TaskRef>,
    /// The session of the plan that the task belongs to, if not the current one [default: $PLANWRIGHT_SESSION]
    #[arg(long, value_name = "ID", requires = "task")]
    plan_session: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let target = call.door.assignment.target(args.plan_session.as_deref(), None);
    let by = call.door.person();
    let wanted = NewSession {
        name: &args.name,
        agent: args.agent.as_deref(),
        task: args.task.as_ref().map(|task| TaskWork {
            target: &target,
            by: &by,
            task,
        }),
    };
    open(call, &wanted)
}

/// For every door that opens one.
pub fn open(call: &Call<'_>, wanted: &NewSession<'_>) -> Answered {
    let bench = call.bench()?;
    let opened = bench.new_session(wanted)?;
    let path = bench.root().join(".teddy").join(&opened.place.session);
    let turn = opened.place.folder();
    let task = opened.turn.task.as_ref().map(|task| task.key.to_string());
    let view = NewView {
        session: &opened.place.session,
        path: &path.to_string_lossy(),
        turn: turn.as_str(),
        agent: opened.turn.agent.as_str(),
        task: task.as_deref(),
    };
    let mut answer = call.answer(|| new_json(&view), || new_text(&view));
    if !call.wants_json {
        answer.stderr = new_hint(&view);
    }
    Ok(answer)
}
