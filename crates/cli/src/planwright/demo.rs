//! All of it at work in a temporary project: the commands are real, and only the agents are made up.

mod change;
mod drive;
mod share;
mod stage;

use std::io;

use render::errors::Trouble;
use stage::Stage;

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};
use crate::trouble;

/// Show the main features in a temporary project
///
/// Needs no key and no network.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright demo
  planwright demo run")]
pub struct Args {
    /// The part to show [default: all three]
    #[arg(value_enum)]
    part: Option<Part>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Three agents work on one plan
    Plan,
    /// A proposal is checked, executed and undone
    Change,
    /// A run executes a plan, a task fails, and the plan is replanned
    Run,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let played = Stage::open().and_then(|mut stage| {
        play(&mut stage, args.part)?;
        match call.common.json {
            true => stage.as_json(),
            false => Ok(stage.into_transcript()),
        }
    });
    Ok(match played {
        Ok(told) => Answer::done(told),
        Err(error) => {
            let trouble = Trouble::new("io", format!("the demo could not finish: {error}"));
            trouble::answer(&trouble.with_exit(exit::IO), call.common.json)
        }
    })
}

fn play(stage: &mut Stage, only: Option<Part>) -> io::Result<()> {
    let is_meant = |part| only.is_none_or(|only| only == part);
    if is_meant(Part::Plan) {
        share::play(stage)?;
    }
    if is_meant(Part::Change) {
        change::play(stage)?;
    }
    if is_meant(Part::Run) {
        drive::play(stage)?;
    }
    stage.farewell();
    Ok(())
}
