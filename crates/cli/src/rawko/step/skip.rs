use model::AgentName;

use super::stepped;
use crate::rawko::call::{Answered, Call, Speaker};

/// Skip a step
///
/// Steps that depend on it stay pending and wait for good, unless --cascade skips them, too.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko step skip 3 --reason \"There is nothing to migrate\" --cascade")]
pub struct Args {
    /// The step's index, counted from 0
    #[arg(value_name = "N")]
    step: u32,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Skip what depends on it as well
    #[arg(long)]
    cascade: bool,
    /// Who says so [default: whoever holds the step]
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let speaker = Speaker::new(call, args.agent.as_ref());
    stepped(call, Some(args.step), |engine| {
        engine.skip_step(
            &call.plan(),
            speaker.voice(),
            args.step,
            args.reason.as_deref(),
            args.cascade,
        )
    })
}
