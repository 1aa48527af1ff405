use model::AgentName;

use super::stepped;
use crate::planwright::args;
use crate::rawko::call::{Answered, Call, Speaker};

/// Say that a step has failed
///
/// The plan then wants a replan; where no replan is left, it has failed. Steps that do not depend on it can go on.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko step fail 2 --error \"The token library cannot sign with this key\"")]
pub struct Args {
    /// The step's index, counted from 0
    #[arg(value_name = "N")]
    step: u32,
    /// What went wrong
    #[arg(long, value_name = "TEXT", value_parser = args::words)]
    error: String,
    /// A file that was changed all the same
    #[arg(long = "file", value_name = "PATH", value_parser = args::file)]
    files: Vec<String>,
    /// Who has failed [default: whoever holds the step]
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let speaker = Speaker::new(call, args.agent.as_ref());
    stepped(call, Some(args.step), |engine| {
        engine.fail_step(&call.plan(), speaker.voice(), args.step, &args.error, &args.files)
    })
}
