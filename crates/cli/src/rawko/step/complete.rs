use model::AgentName;

use super::stepped;
use crate::planwright::args;
use crate::rawko::call::{Answered, Call, Speaker};

/// Complete a step
///
/// A ready step that nobody has started is started with it. Without --agent, it counts as done by the agent that holds it.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rawko step complete 2 --output \"POST /login works\" --file src/login.rs")]
pub struct Args {
    /// The step's index, counted from 0
    #[arg(value_name = "N")]
    step: u32,
    /// What came of it
    #[arg(long, value_name = "TEXT")]
    output: String,
    /// A file that was changed
    #[arg(long = "file", value_name = "PATH", value_parser = args::file)]
    files: Vec<String>,
    /// Who has done it [default: whoever holds the step]
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let speaker = Speaker::new(call, args.agent.as_ref());
    stepped(call, Some(args.step), |engine| {
        engine.complete_step(&call.plan(), speaker.voice(), args.step, &args.output, &args.files)
    })
}
