use model::AgentName;

use super::stepped;
use crate::rawko::call::{Answered, Call, Speaker};

/// Set a step back to pending
///
/// A complete, failed or skipped step is to be done again; one that is being worked on is let go.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko step reopen 2")]
pub struct Args {
    /// The step's index, counted from 0
    #[arg(value_name = "N")]
    step: u32,
    /// Who says so [default: whoever holds the step]
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let speaker = Speaker::new(call, args.agent.as_ref());
    stepped(call, Some(args.step), |engine| {
        engine.reopen_step(&call.plan(), speaker.voice(), args.step)
    })
}
