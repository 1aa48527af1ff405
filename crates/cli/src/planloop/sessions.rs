use super::call::Call;
use crate::answer::Answer;
use dialect::planloop::answer;
use engine::{Engine, EngineError};
use model::{Counts, Session, SessionId};

/// List the sessions, show one, or switch to another
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop sessions
  planloop sessions show user-auth-1678886400
  planloop sessions switch user-auth-1678886400")]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum What {
    /// List all, the newest first
    #[command(after_help = "Example:\n  planloop sessions list --json")]
    List,
    /// Show one
    #[command(after_help = "Example:\n  planloop sessions show user-auth-1678886400")]
    Show { id: String },
    /// Make one the current session
    #[command(after_help = "Example:\n  planloop sessions switch user-auth-1678886400")]
    Switch { id: String },
}

impl Args {
    pub fn switches(&self) -> bool {
        matches!(self.what, Some(What::Switch { .. }))
    }
}

pub fn run(args: &Args, call: &Call<'_>) -> Answer {
    match answered(args, call) {
        Ok(text) => Answer::done(text),
        Err(error) if args.json => call.failed(&error),
        Err(error) => call.failed_text(&error),
    }
}

fn answered(args: &Args, call: &Call<'_>) -> Result<String, EngineError> {
    let mut engine = match (Engine::open(&call.door.setting), &args.what) {
        (Err(EngineError::NoSession), None | Some(What::List)) => return Ok(render(args, &[], None)),
        (opened, _) => opened?,
    };
    let only = match &args.what {
        None | Some(What::List) => None,
        Some(What::Show { id }) => Some(engine.known_session(id)?),
        Some(What::Switch { id }) => Some(engine.switch(id)?),
    };
    let list = engine.sessions()?;
    let shown: Vec<_> = list
        .sessions
        .into_iter()
        .filter(|line| only.as_ref().is_none_or(|id| line.session.id == *id))
        .map(|line| (line.session, line.counts))
        .collect();
    Ok(render(args, &shown, list.current.as_ref()))
}

fn render(args: &Args, shown: &[(Session, Counts)], current: Option<&SessionId>) -> String {
    if args.json {
        answer::sessions(shown, current)
    } else {
        answer::sessions_text(shown, current)
    }
}
