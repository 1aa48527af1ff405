use model::{AgentName, Edit, Kind, TaskChange, TaskPath, TaskRef};

use super::add;
use super::call::{Answered, Call};
use crate::flags;

/// Change what a task says or waits for
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright edit 3 --title \"Write the login page\"
  planwright edit 3 --after 1 --after 2     wait for just these two
  planwright edit 3 --after none            wait for nothing any more
  planwright edit 3 --accept \"run: make\"    what must succeed in the end
  planwright edit 3 --wants developer       who does it when it is run")]
pub struct Args {
    /// The task's number or key
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The new title
    #[arg(long, value_name = "TEXT", value_parser = flags::words)]
    title: Option<String>,
    /// The new text
    #[arg(long, value_name = "TEXT")]
    body: Option<String>,
    /// feature, bugfix, chore, test, docs or refactor
    #[arg(long, value_parser = add::kind)]
    kind: Option<Kind>,
    /// The new hints, replacing the old ones; may be repeated
    #[arg(long, value_name = "TEXT")]
    hint: Vec<String>,
    /// The new paths, replacing the old ones; may be repeated
    #[arg(long, value_name = "PATH", value_parser = flags::path)]
    path: Vec<TaskPath>,
    /// What must hold in the end, or `run: COMMAND` that must succeed, replacing the old ones; may be repeated
    #[arg(long, value_name = "TEXT")]
    accept: Vec<String>,
    /// The agent that should do it when the plan is run
    #[arg(long, value_name = "AGENT", value_parser = crate::door::parse_agent)]
    wants: Option<AgentName>,
    /// What it waits for from now on, by number or key, or `none`; may be repeated
    #[arg(long, value_name = "TASK", value_parser = after)]
    after: Vec<After>,
}

#[derive(Clone)]
enum After {
    Nothing,
    Task(TaskRef),
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let waits_for = args.after.iter().filter_map(|after| match after {
        After::Nothing => None,
        After::Task(task) => Some(task.clone()),
    });
    let update = TaskChange {
        task: args.task.clone(),
        edit: Edit {
            title: args.title.clone(),
            body: args.body.clone(),
            kind: args.kind,
            hints: (!args.hint.is_empty()).then(|| args.hint.clone()),
            paths: (!args.path.is_empty()).then(|| args.path.clone()),
            acceptance: (!args.accept.is_empty()).then(|| args.accept.clone()),
            agent: args.wants.clone(),
        },
        after: (!args.after.is_empty()).then(|| waits_for.collect()),
        to: None,
        fence: None,
    };
    let changed = engine.change_task(&call.target(), &call.asker(), "edit", update)?;
    Ok(call.changed(&engine, &changed))
}

fn after(text: &str) -> Result<After, String> {
    match text {
        "none" => Ok(After::Nothing),
        other => flags::task(other).map(After::Task),
    }
}
