use super::call::{Call, failed};
use crate::answer::Answer;
use crate::planwright::args;
use dialect::planloop::answer;
use engine::Engine;

/// Open a session with a goal
///
/// Its first task is to decompose the goal. The new session becomes the current one.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planloop start --goal \"Implement the features described in spec.md\"")]
pub struct Args {
    /// What is to be achieved
    #[arg(long, value_name = "TEXT", value_parser = args::words)]
    goal: String,
    /// Accepted for symmetry: the answer is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answer {
    let by = call.agent().unwrap_or_else(|| call.door.person());
    let started = Engine::open_or_create(&call.door.setting).and_then(|mut engine| engine.start(&args.goal, &by));
    match started {
        Ok(session) => Answer::done(answer::started(&session)),
        Err(error) => failed(&error),
    }
}
