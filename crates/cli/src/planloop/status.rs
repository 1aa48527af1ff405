use super::call::Call;
use crate::answer::Answer;
use dialect::planloop::answer::{self, Detail, StatusView};
use engine::{Engine, EngineError, Status, StatusRequest, Window};
use model::OpVersion;

/// What now? The agent's question, asked before and after every piece of work
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop status                     for people
  planloop status --json              for agents
  planloop status --json --brief      under 2 KB, whatever the size of the plan
  planloop status --json --since 12   and what changed since that cursor")]
pub struct Args {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Only what the next step needs, under 2 KB
    #[arg(long, conflicts_with = "full", requires = "json")]
    brief: bool,
    /// Every task of the plan, however many
    #[arg(long, requires = "json")]
    full: bool,
    /// List the tasks that changed since this `cursor`
    #[arg(long, value_name = "CURSOR", value_parser = cursor, requires = "json")]
    since: Option<OpVersion>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answer {
    match ask(args, call) {
        Ok(status) => render(args, call, &status),
        Err(error) if args.json => call.failed(&error),
        Err(error) => call.failed_text(&error),
    }
}

fn ask(args: &Args, call: &Call<'_>) -> Result<Status, EngineError> {
    Engine::open(&call.door.setting)?.status(
        &call.door.setting,
        &StatusRequest {
            target: call.target(),
            by: call.asker(),
            window: match (args.brief, args.full) {
                (true, _) => Window::None,
                (_, true) => Window::All,
                _ => Window::Around,
            },
            since: args.since,
        },
    )
}

fn render(args: &Args, call: &Call<'_>, status: &Status) -> Answer {
    let asker = call.asker();
    let (changes, removed) = status
        .changes
        .clone()
        .map_or((None, Vec::new()), |(tasks, gone)| (Some(tasks), gone));
    let view = StatusView {
        address: call.address(),
        outlook: &status.outlook,
        sync: status.stale_instructions.as_deref(),
        asker: &asker,
        at: status.at,
        window: &status.window,
        next_window: status.next_window,
        since: args.since,
        changes: changes.as_deref(),
        removed: &removed,
        warnings: &status.warnings,
        detail: match (args.brief, args.full) {
            (true, _) => Detail::Brief,
            (_, true) => Detail::Full,
            _ => Detail::Normal,
        },
    };
    Answer::done(if args.json {
        answer::status(&view)
    } else {
        answer::status_text(&view)
    })
}

fn cursor(text: &str) -> Result<OpVersion, String> {
    answer::read_cursor(text).ok_or_else(|| "take it from `cursor` in an earlier status".to_owned())
}
