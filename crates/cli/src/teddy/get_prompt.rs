use super::call::{Answered, Call};
use dialect::teddy::answer::{agents_json, agents_text, prompt_json};

/// Print the prompt of an agent
///
/// `.teddy/prompts/AGENT.xml` comes before the one that is built in.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy get-prompt                 the agent that a new session begins with
  teddy get-prompt developer
  teddy get-prompt --list")]
pub struct Args {
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
    /// List the agents
    #[arg(long, conflicts_with = "agent")]
    list: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let bench = call.bench()?;
    if args.list {
        let agents = bench.agents()?;
        return Ok(call.answer(|| agents_json(&agents), || agents_text(&agents)));
    }
    let prompt = bench.prompt(args.agent.as_deref())?;
    Ok(call.answer(
        || prompt_json(prompt.agent.as_str(), &prompt.text),
        || prompt.text.clone(),
    ))
}
