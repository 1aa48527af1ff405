use model::AgentName;

use super::stepped;
use crate::rawko::call::{Answered, Call, Speaker};

/// Start a step
///
/// Everything it depends on must be complete. The agent holds the step for half an hour, renewed by whatever it does.
/// Starting it twice does no harm.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko step start 2 --agent developer")]
pub struct Args {
    /// The step's index, counted from 0
    #[arg(value_name = "N")]
    step: u32,
    /// Who works on it [default: $PLANWRIGHT_AGENT, else the user]
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let speaker = Speaker::new(call, args.agent.as_ref());
    stepped(call, Some(args.step), |engine| {
        engine.start_step(&call.plan(), speaker.voice(), args.step)
    })
}
