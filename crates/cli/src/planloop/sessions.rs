use engine::{Engine, EngineError, ProjectError, SessionLine};
use model::SessionId;
use render::planloop;

use super::call::Call;
use crate::answer::Answer;

/// List the sessions, show one, or switch to another
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop sessions
  planloop sessions show user-auth-1678886400
  planloop sessions switch user-auth-1678886400")]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Print the answer as JSON
    #[arg(long, global = true, help_heading = crate::flags::GLOBAL)]
    pub json: bool,
}

#[derive(clap::Subcommand)]
enum What {
    /// List all sessions, the newest first
    #[command(after_help = "Example:\n  planloop sessions list --json")]
    List,
    /// Show a session
    #[command(after_help = "Example:\n  planloop sessions show user-auth-1678886400")]
    Show {
        /// The ID of the session
        id: String,
    },
    /// Make a session the current one
    #[command(after_help = "Example:\n  planloop sessions switch user-auth-1678886400")]
    Switch {
        /// The ID of the session
        id: String,
    },
}

impl Args {
    pub fn switches(&self) -> bool {
        matches!(self.what, Some(What::Switch { .. }))
    }
}

pub fn run(args: &Args, call: &Call<'_>) -> Result<Answer, EngineError> {
    let mut engine = match (Engine::open(&call.door.setting), &args.what) {
        (Err(EngineError::Project(ProjectError::NoSession)), None | Some(What::List)) => {
            return Ok(answer(args, &[], None));
        }
        (opened, _) => opened?,
    };
    let only = match &args.what {
        None | Some(What::List) => None,
        Some(What::Show { id }) => Some(engine.known_session(id)?),
        Some(What::Switch { id }) => Some(engine.switch(id)?),
    };
    let mut list = engine.sessions()?;
    list.sessions
        .retain(|line| only.as_ref().is_none_or(|id| line.session.id == *id));
    Ok(answer(args, &list.sessions, list.current.as_ref()))
}

fn answer(args: &Args, lines: &[SessionLine], current: Option<&SessionId>) -> Answer {
    Answer::done(match args.json {
        true => planloop::sessions_json(lines, current),
        false => planloop::sessions_text(lines, current),
    })
}
