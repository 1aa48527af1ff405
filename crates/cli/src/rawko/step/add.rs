use engine::rawko::NewStep;
use model::{AgentName, TaskPath};

use super::stepped;
use crate::planwright::args;
use crate::rawko::call::{Answered, Call};

/// Add a step while others are worked on
///
/// At the end, or right after another step, but never before one that has been started. The version stays the same, and a
/// complete plan is open again.
#[derive(clap::Args)]
#[command(after_help = "Example:
  rawko step add --description \"Document the endpoint\" --after 2 \\
      --depends-on 2 --agent writer \\
      --accept \"The README shows a call\" --accept \"run: cargo test --doc\"")]
pub struct Args {
    /// What the step achieves
    #[arg(long, value_name = "TEXT", value_parser = args::words)]
    description: String,
    /// The step it comes right after
    #[arg(long, value_name = "N")]
    after: Option<u32>,
    /// A step that must be complete first
    #[arg(long, value_name = "N")]
    depends_on: Vec<u32>,
    /// Who should do it
    #[arg(long, value_name = "NAME", value_parser = crate::door::parse_agent)]
    agent: Option<AgentName>,
    /// How it is done
    #[arg(long, value_name = "TEXT")]
    instructions: Option<String>,
    /// How one sees that it is done; `run: COMMAND` is run to see it
    #[arg(long, value_name = "TEXT")]
    accept: Vec<String>,
    /// A file that it will change
    #[arg(long = "file", value_name = "PATH", value_parser = args::path)]
    files: Vec<TaskPath>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let step = NewStep {
        description: args.description.trim().to_owned(),
        agent: args.agent.clone(),
        instructions: args.instructions.clone(),
        acceptance: args.accept.clone(),
        files: args.files.clone(),
        depends_on: args.depends_on.clone(),
        after: args.after,
    };
    stepped(call, None, |engine| {
        engine.add_step(&call.plan(), &call.person(), &step)
    })
}
