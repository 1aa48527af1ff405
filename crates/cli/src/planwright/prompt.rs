use super::call::{Answered, Call};
use super::context::Folders;
use dialect::agentctl::{answer::prompt_json, overseer};

/// Print a system prompt, with what it must know filled in
#[derive(clap::Args)]
#[command(after_help = "Example:\n  claude --append-system-prompt \"$(planwright prompt overseer)\"")]
pub struct Args {
    #[arg(value_enum)]
    name: Name,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Name {
    /// For an agent in plan mode, which writes plan folders and commits them with agentctl
    Overseer,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let Name::Overseer = args.name;
    let folders = Folders::of(call)?;
    let prompt = overseer(&folders.current.shown(), &folders.additional());
    Ok(call.answer(|| prompt_json("overseer", &prompt), || prompt.clone()))
}
