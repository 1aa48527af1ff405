use model::{AgentName, Edit, Kind, TaskChange, TaskPath, TaskRef};

use super::add;
use super::call::{Answered, Call};
use crate::flags;

/// Change a task or its dependencies
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright edit 3 --title \"Write the login page\"
  planwright edit 3 --after 1 --after 2     depend on these two
  planwright edit 3 --after none            depend on no task
  planwright edit 3 --accept \"run: make\"    replace the criteria
  planwright edit 3 --wants developer       suggest another agent")]
pub struct Args {
    /// The number or key of the task
    #[arg(value_parser = flags::task)]
    task: TaskRef,
    /// The new title
    #[arg(long, value_name = "TEXT", value_parser = flags::words)]
    title: Option<String>,
    /// The new description
    #[arg(long, value_name = "TEXT")]
    body: Option<String>,
    /// The new kind: feature, bugfix, chore, test, docs or refactor
    #[arg(long, value_parser = add::kind)]
    kind: Option<Kind>,
    /// A hint; replaces all old hints; may be repeated
    #[arg(long, value_name = "TEXT")]
    hint: Vec<String>,
    /// A file or folder; replaces all old ones; may be repeated
    #[arg(long, value_name = "PATH", value_parser = flags::path)]
    path: Vec<TaskPath>,
    /// An acceptance criterion, or `run: COMMAND` that must succeed; replaces all old ones; may be repeated
    #[arg(long, value_name = "TEXT")]
    accept: Vec<String>,
    /// The agent that `planwright run` should use
    #[arg(long, value_name = "AGENT", value_parser = crate::door::parse_agent)]
    wants: Option<AgentName>,
    /// A task that this one depends on, by number or key, or `none`; replaces all old ones; may be repeated
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
