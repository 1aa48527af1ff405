use engine::{Engine, EngineError, StatusRequest, Window};
use model::OpVersion;
use render::planloop;

use super::call::Call;
use crate::answer::Answer;

/// Show what to do next; agents call this before and after each task
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop status                     for people
  planloop status --json              for agents
  planloop status --json --brief      less than 2 KB for any plan
  planloop status --json --since 12   also list tasks changed since 12")]
pub struct Args {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
    /// Only what the next step needs, less than 2 KB
    #[arg(long, conflicts_with = "full", requires = "json")]
    brief: bool,
    /// All tasks of the plan
    #[arg(long, requires = "json")]
    full: bool,
    /// List the tasks that changed since this `cursor`
    #[arg(long, value_name = "CURSOR", value_parser = cursor, requires = "json")]
    since: Option<OpVersion>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Result<Answer, EngineError> {
    let setting = &call.door.setting;
    let request = StatusRequest {
        target: call.target(),
        by: call.asker(),
        window: match (args.brief, args.full) {
            (true, _) => Window::None,
            (_, true) => Window::All,
            _ => Window::Around,
        },
        since: args.since,
    };
    let status = Engine::open(setting)?.status(setting, &request)?;
    Ok(Answer::done(match args.json {
        true => planloop::status_json(&call.address(), &request, &status),
        false => planloop::status_text(&call.address(), &request, &status),
    }))
}

fn cursor(text: &str) -> Result<OpVersion, String> {
    dialect::planloop::read_cursor(text).ok_or_else(|| "take it from `cursor` in an earlier status".to_owned())
}
