use engine::{Engine, Target};
use render::errors::Trouble;

use super::call::{Answered, Call};
use super::status;
use crate::answer::exit;
use crate::flags;
use crate::trouble;

/// Open a session with a goal in this project
///
/// Creates the project's store if there is none yet. The first task of the session is to decompose the goal into tasks.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright init --goal \"Add user login\"")]
pub struct Args {
    /// The goal of the session
    #[arg(long, value_name = "TEXT", value_parser = flags::words)]
    goal: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    if call.common.scope.session.is_some() || call.common.scope.thread.is_some() {
        let trouble = Trouble::new("usage", flags::NEW_SESSION)
            .with_exit(exit::USAGE)
            .with_hint(flags::NEW_SESSION_HINT);
        return Ok(trouble::answer(&trouble, call.common.json));
    }
    let mut engine = Engine::open_or_create(&call.door.setting)?;
    let session = engine.start(&args.goal, None, &call.asker())?;
    // Others may make another one current meanwhile.
    let target = Target {
        session: Some(session.id.to_string()),
        thread: None,
    };
    status::show(&mut engine, &call.in_session(session.id), &target)
}
